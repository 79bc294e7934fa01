// The SQL that ends the retention of ledgers.
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/**
 * Deletes up to `limit` rows of a ledger that are older than seven years and belong to a deleted workspace. Returns their
 * number.
 */
export async function deleteExpiredRows(
  db: Db,
  ledger: 'usage_ledger' | 'billing_ledger',
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    delete from ${sql.table(ledger)} where id in (
      select l.id from ${sql.table(ledger)} l where l.created_at < now() - interval '7 years'
        and not exists (select from workspaces where id = l.workspace_id)
      limit ${limit}
    ) returning 1
  `.execute(db)
  return rows.length
}
