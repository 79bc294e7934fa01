/** Deadlock and serialisation failure: the transaction was rolled back, the same call succeeds when it is sent again. */
const codes = new Set(['40P01', '40001'])

/** A prepared statement returns other columns than before, because a migration changed its tables. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/**
 * The SQLSTATE of an error that is caused by a conflict with another transaction, or with a migration; null for every other
 * error.
 */
export function transactionConflictOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (codes.has(code) || isOutdatedPlan(error))) return code
  const causes = error instanceof AggregateError ? error.errors : [error.cause]
  return causes.map(transactionConflictOf).find((found) => found !== null) ?? null
}
