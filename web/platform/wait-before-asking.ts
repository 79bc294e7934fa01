/** Milliseconds that pass at the least, and at the most. */
const LEAST = 3_000
const MOST = 60_000

/** No answer, or none that says yes or no: a server that is away, restarts, or has too much to do. */
const isUndecided = (status: number): boolean => status === 0 || status === 408 || status === 429 || status >= 500

/**
 * After how many milliseconds a channel is asked for again that could not be had `failures` times in a row; null where the
 * answer was no. All pages of a server that restarts fail at the same moment: they do not ask again at the same moment.
 */
export const waitBeforeAsking = (
  { status = 0 }: { status?: number },
  failures: number,
  random = Math.random,
): number | null => (isUndecided(status) ? Math.min(LEAST * 2 ** (failures - 1), MOST / 2) * (1 + random()) : null)
