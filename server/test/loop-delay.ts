import { setTimeout as wait } from 'node:timers/promises'

export interface Measured<T> {
  result: T
  /** Longest computing time of this thread between two timer ticks, during which it handled nothing else. */
  longestMs: number
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Runs `work` and measures how long it blocked this thread's event loop. Counts CPU time, not wall time, so that other
 * load on the machine makes no difference.
 */
export async function measureLoopDelay<T>(work: () => Promise<T>): Promise<Measured<T>> {
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
    // Also counts the last period before the end.
    await wait(2)
    look()
    return { result, longestMs }
  } finally {
    clearInterval(timer)
  }
}
