/**
 * Runs all side by side. When one throws, the others' signal aborts; the call throws what was thrown first, once all of them
 * have ended.
 */
export const together = async <Results extends readonly unknown[]>(
  signal: AbortSignal,
  works: { [Index in keyof Results]: (signal: AbortSignal) => Promise<Results[Index]> },
): Promise<Results> => {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const running = works.map(async (work) => {
    try {
      return await work(either)
    } catch (error) {
      failed.abort(error)
      throw error
    }
  })
  await Promise.allSettled(running)
  failed.signal.throwIfAborted()
  return (await Promise.all(running)) as unknown as Results
}
