/** Minimum and maximum delay in milliseconds. */
const LEAST = 3_000
const MOST = 60_000

/** No response, or a temporary failure: server unreachable, restarting or overloaded. */
const isUndecided = (status: number): boolean => status === 0 || status === 408 || status === 429 || status >= 500

/**
 * Delay in milliseconds before a subscription is retried after `failures` consecutive failures; null when it was
 * refused. With a random part, so that not all pages retry together after a server restart.
 */
export const waitBeforeAsking = (
  { status = 0 }: { status?: number },
  failures: number,
  random = Math.random,
): number | null => (isUndecided(status) ? Math.min(LEAST * 2 ** (failures - 1), MOST / 2) * (1 + random()) : null)
