// The SQL that finds invoices to charge.
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../../billing/store/instants.ts'
import type { Db, Trx } from '../../../platform/database/database.ts'

export interface OpenInvoice {
  id: number
  workspace_id: number
  subscription_id: number | null
  number: string
  status: 'pending' | 'paid' | 'failed'
  total: number
  has_plan: boolean
  /** No payment is older: the invoice may be newer than its payment if a backup of the database was restored. */
  payable_since: Date
}

/** Days after the first failed charge until the subscription is suspended. */
export const GRACE_DAYS = 14

function isDue(at?: Date): RawBuilder<boolean> {
  const now = instantOf(at)
  return sql<boolean>`(
    i.kind = 'invoice' and i.payment_type = 'credit_card' and i.total > 0 and i.status in ('pending', 'failed')
    and i.due_date <= (${now} at time zone 'Asia/Tokyo')::date
    and (
      not exists (select from charges c where c.invoice_id = i.id)
      or exists (select from charges c where c.invoice_id = i.id and c.status = 'started')
      or (select c.next_attempt_at from charges c where c.invoice_id = i.id order by c.id desc limit 1) <= ${now}
      or (i.status = 'pending' and (select min(c.created_at) from charges c where c.invoice_id = i.id
        and c.status = 'failed') <= ${now} - make_interval(days => ${GRACE_DAYS}))
    ))`
}

/** Invoices whose charge, next attempt or suspension is due. */
export async function listDueInvoices(db: Db, at?: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from invoices i where ${isDue(at)} order by i.id limit 10000
  `.execute(db)
  return rows.map(({ id }) => id)
}

const fields = sql`i.id, i.workspace_id, i.subscription_id, i.number, i.status, i.total,
  least(i.created_at, i.month::timestamp at time zone 'Asia/Tokyo') as payable_since,
  exists (select from invoice_lines l where l.invoice_id = i.id and l.kind in ('plan', 'plan_difference')) as has_plan`

export async function findOpenInvoice(db: Db | Trx, id: number): Promise<OpenInvoice | undefined> {
  const { rows } = await sql<OpenInvoice>`select ${fields} from invoices i where i.id = ${id}`.execute(db)
  return rows[0]
}

/** The same if something is due, read again under the lock of the workspace. */
export async function findDueInvoice(trx: Trx, id: number, at?: Date): Promise<OpenInvoice | undefined> {
  const { rows } = await sql<OpenInvoice>`
    select ${fields} from invoices i where i.id = ${id} and ${isDue(at)}
  `.execute(trx)
  return rows[0]
}
