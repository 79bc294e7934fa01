// The SQL of the purchase history: the rows of the billing ledger, latest first.
import type { PaymentHistory } from '@kaiwa/contract/payment.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Rows that the pages of one workspace reach: a count must not read a ledger of any length. */
export const MAX_HISTORIES = 10_000

export type HistoryRow = Omit<PaymentHistory, 'action_date'> & { created_at: Date }

export async function findHistories(
  db: Db,
  workspaceId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  if (offset >= MAX_HISTORIES) return []
  return db
    .selectFrom('billing_ledger')
    .select(['id', 'created_at', 'billing_type', 'money', 'point', 'kind', 'amount', 'invoice_id'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<HistoryRow>()
    .execute()
}

/** At most `MAX_HISTORIES`. */
export async function countHistories(db: Db, workspaceId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from billing_ledger where workspace_id = ${workspaceId}
      limit ${sql.lit(MAX_HISTORIES)}) row
  `.execute(db)
  return rows[0]?.count ?? 0
}
