/** Milliseconds that pass at the least. */
const LEAST = 3_000

/**
 * After how many milliseconds a channel is asked for again; null where the answer was no. A server that restarts or has too
 * much to do leaves all its pages without an answer at the same moment: they do not ask again at the same moment.
 */
export const waitBeforeAsking = ({ status = 0 }: { status?: number }, random = Math.random): number | null =>
  status === 401 || status === 403 || status === 404 ? null : LEAST * (1 + random())
