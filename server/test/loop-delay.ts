import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

const RESOLUTION_MS = 10

export type Measured<T> = {
  result: T
  /** The longest time for which this thread answered nobody. */
  longestMs: number
}

/** Runs `work` and measures how long it kept the event loop of this thread from everything else. */
export const measureLoopDelay = async <T>(work: () => Promise<T>): Promise<Measured<T>> => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  // A first sample before and a last one behind the work, so that a block at either end counts.
  delays.enable()
  await wait(2 * RESOLUTION_MS)
  delays.reset()
  const result = await work()
  await wait(2 * RESOLUTION_MS)
  delays.disable()
  return { result, longestMs: Math.max(0, delays.max / 1e6 - RESOLUTION_MS) }
}
