/** Milliseconds after which the duration counts as unknown (UP-17). */
export const DURATION_TIMEOUT_MS = 300

/** Seconds that `read` resolves to, or 0 when it fails, is invalid or takes longer than 300 ms. */
export const withinTimeout = async (read: () => Promise<number>): Promise<number> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(0), DURATION_TIMEOUT_MS)
  })
  const seconds = await Promise.race([read().catch(() => 0), tooLate])
  clearTimeout(timer)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0
}

/** Preloads the reader, so that its download does not count towards the 300 ms. */
export const prepareDurations = (): void => {
  void import('./read-duration.ts').catch(() => undefined)
}

/** Duration of a recording in seconds; 0 when it cannot be read within 300 ms. The server measures it later. */
export const recordingDuration = (file: Blob): Promise<number> =>
  withinTimeout(async () => {
    const { readDuration } = await import('./read-duration.ts')
    return readDuration(file)
  })
