import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

/** Limits the time of each further statement of the transaction. */
export async function limitStatements(trx: Trx, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(seconds * 1000)}, true)`.execute(trx)
}

/**
 * Reads on one connection on which each statement is limited. Rejects when one takes longer. No transaction is open, so
 * that a statement takes one round trip.
 */
export function readWithin<T>(db: Db, seconds: number, read: (connection: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`select set_config('statement_timeout', ${String(seconds * 1000)}, false)`.execute(connection)
    try {
      return await read(connection)
    } finally {
      // A connection that was lost has no settings.
      await sql`reset statement_timeout`.execute(connection).catch(() => {})
    }
  })
}

/** True if a statement was canceled because it took too long. */
export function isOverTime(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '57014'
}
