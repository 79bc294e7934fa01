// The SQL that ends the retention of ledgers.
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Deletes rows of both ledgers that are older than seven years and belong to a deleted workspace. Returns their number. */
export async function deleteExpiredRows(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with usage as (
      delete from usage_ledger l where l.created_at < now() - interval '7 years'
        and not exists (select from workspaces where id = l.workspace_id) returning 1
    ), billing as (
      delete from billing_ledger l where l.created_at < now() - interval '7 years'
        and not exists (select from workspaces where id = l.workspace_id) returning 1
    )
    select (select count(*) from usage) + (select count(*) from billing) as count
  `.execute(db)
  return rows[0]?.count ?? 0
}
