// Times of changes of rights by user: grants issued up to then are void.

/** Milliseconds for which a change of rights is kept; longer than the life of a grant. */
const REVOCATION_LIFE = 120_000

export interface Revocations {
  /**
   * Voids all grants of these users. Call the result with the time of the change (Unix milliseconds): grants issued later
   * count again, unless another revocation of the user is unfinished or has a later time.
   */
  begin: (userIds: readonly number[]) => (time: number) => void
  /** Unix milliseconds; Infinity while a revocation is unfinished, 0 without a recent one. */
  revokedAt: (userId: number) => number
}

export function openRevocations(now: () => number): Revocations {
  const times = new Map<number, number>()
  /** Unfinished revocations by user. */
  const unfinished = new Map<number, number>()

  const finish = (userId: number, time: number): void => {
    const others = (unfinished.get(userId) ?? 0) - 1
    if (others > 0) unfinished.set(userId, others)
    else unfinished.delete(userId)
    times.set(userId, Math.max(times.get(userId) ?? 0, time))
  }
  return {
    begin: (userIds) => {
      const users = new Set(userIds)
      for (const userId of users) unfinished.set(userId, (unfinished.get(userId) ?? 0) + 1)
      return (time) => {
        const expired = now() - REVOCATION_LIFE
        for (const [userId, before] of times) if (before < expired) times.delete(userId)
        for (const userId of users) finish(userId, time)
      }
    },
    revokedAt: (userId) => (unfinished.has(userId) ? Infinity : (times.get(userId) ?? 0)),
  }
}
