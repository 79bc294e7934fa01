/** Deadlock and serialisation failure: the transaction was rolled back, the same call succeeds when it is sent again. */
const codes = new Set(['40P01', '40001'])

/** The SQLSTATE of an error that is caused by a conflict with another transaction; null for every other error. */
export function transactionConflictOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && codes.has(code)) return code
  const causes = error instanceof AggregateError ? error.errors : [error.cause]
  return causes.map(transactionConflictOf).find((found) => found !== null) ?? null
}
