import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** Limits the time of each further statement of the transaction. */
export async function limitStatements(trx: Trx, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(seconds * 1000)}, true)`.execute(trx)
}

/** True if a statement was canceled because it took too long. */
export function isOverTime(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '57014'
}
