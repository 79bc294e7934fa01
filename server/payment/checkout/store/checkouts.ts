// The SQL of checkouts.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/database.ts'
import { isKey } from '../../provider/is-key.ts'

export interface NewCheckout {
  workspace_id: number
  /** The person who opened it; null for a link of a mail. */
  user_id: number | null
  kind: 'membership' | 'point' | 'plan' | 'invoice'
  points: number | null
  /** Yen with tax. */
  amount: number | null
  link_id: number | null
  invoice_id: number | null
  success_url: string
  cancel_url: string
  locale: 'ja' | 'en'
}

/** Minutes until the provider ends a session. It allows 30 minutes to 24 hours. */
const SESSION_MINUTES = 60
/** A session that was not stored by then was not created, or its answer was lost. */
const OPENING_MINUTES = 15

const columns = [
  'id',
  'key',
  'workspace_id',
  'user_id',
  'kind',
  'points',
  'amount',
  'link_id',
  'invoice_id',
  'success_url',
  'cancel_url',
  'locale',
  'session_id',
  'status',
  'expires_at',
] as const

export async function insertCheckout(trx: Trx, checkout: NewCheckout): Promise<CheckoutRow> {
  return trx
    .insertInto('checkouts')
    .values({ ...checkout, expires_at: sql<Date>`now() + make_interval(mins => ${SESSION_MINUTES})` })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export function findCheckout(db: Db | Trx, id: number) {
  return db.selectFrom('checkouts').select(columns).where('id', '=', id).executeTakeFirst()
}

export type CheckoutRow = NonNullable<Awaited<ReturnType<typeof findCheckout>>>

export async function findCheckoutByKey(db: Db | Trx, key: string): Promise<CheckoutRow | undefined> {
  if (!isKey(key)) return undefined
  return db.selectFrom('checkouts').select(columns).where('key', '=', key).executeTakeFirst()
}

export function findCheckoutBySession(db: Db | Trx, sessionId: string) {
  return db.selectFrom('checkouts').select(columns).where('session_id', '=', sessionId).executeTakeFirst()
}

export function findCheckoutOf(db: Db, workspaceId: number, sessionId: string) {
  return db
    .selectFrom('checkouts')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

/** Ends checkouts of an invoice whose session is not known. All, or only those that are not being opened anymore. */
export async function endUnopenedOfInvoice(trx: Trx, invoiceId: number, minutes = 0): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ status: 'expired', ended_at: sql`now()` })
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'open')
    .where('session_id', 'is', null)
    .where('created_at', '<=', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .execute()
}

/**
 * The open checkout of an invoice, whichever link or language opened it: two pages could both be paid. The caller has
 * locked the workspace.
 */
async function findInvoiceCheckout(trx: Trx, invoiceId: number): Promise<CheckoutRow | undefined> {
  await endUnopenedOfInvoice(trx, invoiceId, OPENING_MINUTES)
  return trx
    .selectFrom('checkouts')
    .select(columns)
    .where('status', '=', 'open')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
}

/** An open checkout that a repeated call continues: it wants exactly the same, or it pays the same invoice. */
export async function findSameCheckout(trx: Trx, wanted: NewCheckout): Promise<CheckoutRow | undefined> {
  if (wanted.invoice_id !== null) return findInvoiceCheckout(trx, wanted.invoice_id)
  return trx
    .selectFrom('checkouts')
    .select(columns)
    .where('status', '=', 'open')
    .where('workspace_id', '=', wanted.workspace_id)
    .where('kind', '=', wanted.kind)
    .where('success_url', '=', wanted.success_url)
    .where('cancel_url', '=', wanted.cancel_url)
    .where('locale', '=', wanted.locale)
    .where(
      sql<boolean>`(user_id, points, amount, link_id) is not distinct from (${wanted.user_id}::integer,
        ${wanted.points}::integer, ${wanted.amount}::bigint, ${wanted.link_id}::integer)`,
    )
    .where(sql<boolean>`(session_id is not null or created_at > now() - make_interval(mins => ${OPENING_MINUTES}))`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Locks the row until commit; its status decides whether anything is left to do. */
export function lockCheckout(trx: Trx, id: number) {
  return trx.selectFrom('checkouts').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Stores the session of a checkout and returns the status: the checkout may have ended while its session was created. */
export async function setSession(db: Db | Trx, id: number, sessionId: string): Promise<string> {
  const { status } = await db
    .updateTable('checkouts')
    .set({ session_id: sql<string>`coalesce(session_id, ${sessionId})` })
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirstOrThrow()
  return status
}

export async function endCheckout(trx: Trx, id: number, status: 'completed' | 'expired'): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ status, ended_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute()
}

/** Open checkouts for an invoice: one of them could be paid at any moment. One without a session cannot, once overdue. */
export function listOpenInvoiceCheckouts(db: Db | Trx, invoiceId: number) {
  return db
    .selectFrom('checkouts')
    .select(columns)
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'open')
    .where(sql<boolean>`(session_id is not null or expires_at > now())`)
    .execute()
}

/** Invoices of the workspace that can be paid by an open link or page. */
export async function listOpenInvoicePages(trx: Trx, workspaceId: number): Promise<number[]> {
  const { rows } = await sql<{ invoice_id: number }>`
    select invoice_id from payment_links where workspace_id = ${workspaceId} and kind = 'invoice' and ended_at is null
    union select invoice_id from checkouts where workspace_id = ${workspaceId} and kind = 'invoice' and status = 'open'
  `.execute(trx)
  return rows.map(({ invoice_id: id }) => id)
}

/** Open checkouts whose session should have ended. */
export function listOverdueCheckouts(db: Db) {
  return db
    .selectFrom('checkouts')
    .select(columns)
    .where('status', '=', 'open')
    .where('expires_at', '<', sql<Date>`now()`)
    .orderBy('id')
    .limit(1000)
    .execute()
}

/** Ends a checkout that never got a session. */
export async function endUnopened(db: Db, id: number): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ status: 'expired', ended_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('session_id', 'is', null)
    .execute()
}
