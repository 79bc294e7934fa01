import { setTimeout as wait } from 'node:timers/promises'

export type Measured<T> = {
  result: T
  /** The most computing of this thread between two turns of a timer: for so long it answered nobody. */
  longestMs: number
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Runs `work` and measures how long it kept this thread's event loop from everything else. Counts computing time, not the
 * clock's: a machine that is busy with other tests makes no difference.
 */
export const measureLoopDelay = async <T>(work: () => Promise<T>): Promise<Measured<T>> => {
  let longestMs = 0
  let last = cpuMs()
  const look = (): void => {
    const now = cpuMs()
    longestMs = Math.max(longestMs, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  try {
    const result = await work()
    // What came last before the end counts as well.
    await wait(2)
    look()
    return { result, longestMs }
  } finally {
    clearInterval(timer)
  }
}
