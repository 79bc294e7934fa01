// The SQL that ends the retention of payments by card.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** Tables with a row for each payment, in the order of deletion: a checkout references its link. */
const TABLES = ['charges', 'checkouts', 'payment_links', 'payment_customers'] as const

/** Rows without which others could not be understood. */
const stillNeeded: Readonly<Partial<Record<(typeof TABLES)[number], RawBuilder<unknown>>>> = {
  payment_links: sql`and not exists (select from checkouts c where c.link_id = p.id)`,
  payment_customers: sql`and not exists (select from charges c where c.workspace_id = p.workspace_id)
    and not exists (select from checkouts c where c.workspace_id = p.workspace_id)`,
}

/**
 * Deletes up to `limit` rows of each table that are older than seven years and belong to a deleted workspace, and
 * differences of that age. Returns the largest number of one table.
 */
export async function deleteExpiredPayments(db: Db, limit: number): Promise<number> {
  let most = 0
  for (const name of TABLES) {
    const { rows } = await sql`
      delete from ${sql.table(name)} where ctid = any(array(
        select p.ctid from ${sql.table(name)} p where p.created_at < now() - interval '7 years'
          and not exists (select from workspaces w where w.id = p.workspace_id)
        ${stillNeeded[name] ?? sql``}
        limit ${limit}
      )) returning 1
    `.execute(db)
    most = Math.max(most, rows.length)
  }
  const { rows: differences } = await sql`
    delete from payment_differences where ctid = any(array(
      select ctid from payment_differences where found_at < now() - interval '7 years' limit ${limit}
    )) returning 1
  `.execute(db)
  return Math.max(most, differences.length)
}
