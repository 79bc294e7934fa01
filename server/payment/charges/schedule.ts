// When a failed charge is tried again. Pure.

const DAY_MS = 24 * 60 * 60 * 1000
/** Days after the first failure. */
const RETRY_DAYS = [1, 3, 5] as const

/**
 * The instant of the next attempt after `attempt` (1, 2 …) failed at `now`; null after the last one. At least a day later,
 * also if the attempt itself was late.
 */
export function nextAttempt(firstAt: Date, attempt: number, now: Date): Date | null {
  const days = RETRY_DAYS[attempt - 1]
  return days === undefined ? null : new Date(Math.max(firstAt.getTime() + days * DAY_MS, now.getTime() + DAY_MS))
}

/** The end of the grace period. */
export function graceEnd(firstAt: Date, graceDays: number): Date {
  return new Date(firstAt.getTime() + graceDays * DAY_MS)
}
