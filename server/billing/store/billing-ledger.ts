// The SQL of the billing ledger: points and money of workspaces. Append-only; each row has a unique cause.
import type { PaymentHistory } from '@kaiwa/contract/payment.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Month } from '../months.ts'
import { instantOf, monthOf } from './instants.ts'

export interface BillingRow {
  workspaceId: number
  subscriptionId?: number | null
  billingType: PaymentHistory['billing_type']
  /** Yen with tax; negative for a refund. */
  money?: number
  /** Points received; negative where they were used. */
  point?: number
  /** Only for `use_point`: what the points pay for, and how many units. */
  kind?: NonNullable<PaymentHistory['kind']>
  amount?: number
  /** Without it, the month of the instant. */
  month?: Month
  invoiceId?: number | null
  userId?: number | null
  cause: string
  at?: Date | undefined
}

/** Returns false if the cause already exists. */
export async function insertBillingRow(trx: Trx, row: BillingRow): Promise<boolean> {
  const { rows } = await sql`
    insert into billing_ledger (workspace_id, subscription_id, billing_type, money, point, kind, amount, month,
      invoice_id, user_id, cause, created_at)
    values (${row.workspaceId}, ${row.subscriptionId ?? null}, ${row.billingType}, ${row.money ?? 0}, ${row.point ?? 0},
      ${row.kind ?? null}, ${row.amount ?? null}, ${row.month ? sql`${row.month}::date` : monthOf(row.at)},
      ${row.invoiceId ?? null}, ${row.userId ?? null}, ${row.cause}, ${instantOf(row.at)})
    on conflict (cause) do nothing returning id
  `.execute(trx)
  return rows.length > 0
}

/** Returns the points of the ledger row with this cause, or undefined without one. */
export async function findPointsOfRow(trx: Trx, cause: string): Promise<number | undefined> {
  return (await trx.selectFrom('billing_ledger').select('point').where('cause', '=', cause).executeTakeFirst())?.point
}

/** Points left. */
export async function findBalance(db: Db | Trx, workspaceId: number): Promise<number> {
  const row = await db.selectFrom('workspaces').select('point').where('id', '=', workspaceId).executeTakeFirst()
  return row?.point ?? 0
}
