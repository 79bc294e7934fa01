// The SQL of charges: attempts to charge the card of a workspace for its invoices.
import { sql } from 'kysely'
import { instantOf } from '../../../billing/store/instants.ts'
import type { Db, Trx } from '../../../platform/database/database.ts'
import { isKey } from '../../provider/is-key.ts'

const columns = [
  'id',
  'key',
  'invoice_id',
  'workspace_id',
  'attempt',
  'intent_id',
  'payment_method_id',
  'amount',
  'status',
  'error',
  'next_attempt_at',
  'created_at',
] as const

function charges(db: Db | Trx) {
  return db.selectFrom('charges').select(columns)
}

export function findCharge(db: Db | Trx, id: number) {
  return charges(db).where('id', '=', id).executeTakeFirst()
}

export type ChargeRow = NonNullable<Awaited<ReturnType<typeof findCharge>>>

export async function findChargeByKey(db: Db | Trx, key: string): Promise<ChargeRow | undefined> {
  return isKey(key) ? charges(db).where('key', '=', key).executeTakeFirst() : undefined
}

export function findChargeByIntent(db: Db | Trx, intentId: string) {
  return charges(db).where('intent_id', '=', intentId).executeTakeFirst()
}

export function lockCharge(trx: Trx, id: number) {
  return charges(trx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export function listCharges(db: Db | Trx, invoiceId: number) {
  return charges(db).where('invoice_id', '=', invoiceId).orderBy('attempt').orderBy('id').execute()
}

export interface NewCharge {
  invoiceId: number
  workspaceId: number
  /** 0 for a payment in a checkout. */
  attempt: number
  amount: number
  paymentMethodId: string | null
  intentId?: string
  at?: Date | undefined
}

export function insertCharge(trx: Trx, charge: NewCharge): Promise<ChargeRow> {
  return trx
    .insertInto('charges')
    .values({
      invoice_id: charge.invoiceId,
      workspace_id: charge.workspaceId,
      attempt: charge.attempt,
      amount: charge.amount,
      payment_method_id: charge.paymentMethodId,
      intent_id: charge.intentId ?? null,
      created_at: instantOf(charge.at),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function setSucceeded(trx: Trx, id: number, intentId: string, at?: Date): Promise<void> {
  await trx
    .updateTable('charges')
    .set({ status: 'succeeded', intent_id: intentId, error: null, next_attempt_at: null, ended_at: instantOf(at) })
    .where('id', '=', id)
    .execute()
}

export interface Failed {
  error: string
  intentId: string | null
  nextAt: Date | null
  at?: Date | undefined
}

export async function setFailed(trx: Trx, id: number, { error, intentId, nextAt, at }: Failed): Promise<void> {
  await trx
    .updateTable('charges')
    .set({ status: 'failed', error, intent_id: intentId, next_attempt_at: nextAt, ended_at: instantOf(at) })
    .where('id', '=', id)
    .where('status', '=', 'started')
    .execute()
}

/** Makes the next attempt for the unpaid invoices of a workspace due now, because it has another card. */
export async function retryUnpaid(trx: Trx, workspaceId: number): Promise<void> {
  await sql`
    update charges set next_attempt_at = now()
    where id in (
      select distinct on (c.invoice_id) c.id from charges c join invoices i on i.id = c.invoice_id
      where c.workspace_id = ${workspaceId} and i.status in ('pending', 'failed')
      order by c.invoice_id, c.id desc
    ) and status = 'failed'
  `.execute(trx)
}
