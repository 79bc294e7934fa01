/** Milliseconds after which the duration counts as unknown (UP-17). */
export const DURATION_TIMEOUT_MS = 300

/** What `read` answers, or 0 when it fails or takes longer than 300 ms. Seconds. */
export const orZeroInTime = async (read: () => Promise<number>): Promise<number> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(0), DURATION_TIMEOUT_MS)
  })
  const seconds = await Promise.race([read().catch(() => 0), tooLate])
  clearTimeout(timer)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0
}

/** Loads the reader ahead of time, so that the 300 ms are spent on the file and not on the network. */
export const prepareDurations = (): void => {
  void import('./read-duration.ts').catch(() => undefined)
}

/** Seconds of a recording as the browser reads them; 0 when it cannot tell in time. The server measures for itself. */
export const recordingDuration = (file: Blob): Promise<number> =>
  orZeroInTime(async () => {
    const { readDuration } = await import('./read-duration.ts')
    return readDuration(file)
  })
