/** Minimum and maximum delay in milliseconds. */
const MIN_DELAY_MS = 3_000
const MAX_DELAY_MS = 60_000

/** No response, or a temporary failure: server unreachable, restarting or overloaded. */
function isTemporary(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500
}

/**
 * Delay in milliseconds before a subscription is retried after `failures` consecutive failures; null when it was
 * refused. With a random part, so that not all pages retry together after a server restart.
 */
export function subscriptionRetryDelay(
  { status = 0 }: { status?: number },
  failures: number,
  random = Math.random,
): number | null {
  return isTemporary(status) ? Math.min(MIN_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS / 2) * (1 + random()) : null
}
