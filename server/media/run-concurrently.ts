/**
 * Runs all functions in parallel. When one throws, the signal of the others aborts. After all have ended, the call
 * throws the first error.
 */
export async function runConcurrently<Results extends readonly unknown[]>(
  signal: AbortSignal,
  works: { [Index in keyof Results]: (signal: AbortSignal) => Promise<Results[Index]> },
): Promise<Results> {
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
