// How much time has passed, where no single clock can be trusted: the monotonic clock of some systems stops while the computer
// sleeps, and a person may set the clock of the computer. The server's clock shows which of the two has happened.
import { serverNow } from '../../platform/response-clock.ts'

/** Milliseconds. */
export interface Times {
  monotonic: number
  /** Of the computer. */
  wall: number
  /** Of the server, as of its last response. */
  server: number
}

export function timesNow(): Times {
  return { monotonic: performance.now(), wall: Date.now(), server: serverNow() }
}

/** A difference below it is a slow page, or a small correction of the clock. */
const SLEEP_MS = 10_000

/** True if the computer may have slept in between: its clock went ahead of the monotonic one. */
export function mayHaveSlept(before: Times, after: Times): boolean {
  return after.wall - before.wall - (after.monotonic - before.monotonic) >= SLEEP_MS
}

/** Seconds of sleep that the monotonic clock did not count. The server must have answered since the wake-up. */
export function sleptSeconds(before: Times, after: Times): number {
  const slept = after.server - before.server - (after.monotonic - before.monotonic)
  return slept >= SLEEP_MS ? slept / 1_000 : 0
}

export function elapsedSeconds(before: Times, after: Times): number {
  return Math.max(0, (after.monotonic - before.monotonic) / 1_000) + sleptSeconds(before, after)
}
