import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

/** Limits the time of each further statement of the transaction. */
export async function limitStatements(trx: Trx, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(seconds * 1000)}, true)`.execute(trx)
}

/** Reads in a short transaction whose statements are limited. Rejects when one takes longer. */
export function readWithin<T>(db: Db, seconds: number, read: (trx: Trx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await limitStatements(trx, seconds)
      return read(trx)
    })
}

/** True if a statement was canceled because it took too long. */
export function isOverTime(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '57014'
}
