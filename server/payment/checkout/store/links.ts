// The SQL of links in mails that open a checkout without signing in. Only the hash of a token is stored.
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/database.ts'

export type NewLink =
  | { kind: 'plan'; workspaceId: number; requestId: number; planId: number; companyId: number | null }
  | { kind: 'invoice'; workspaceId: number; invoiceId: number }

export async function insertLink(trx: Trx, link: NewLink, tokenHash: Buffer, days: number): Promise<void> {
  const plan = link.kind === 'plan' ? link : null
  await trx
    .insertInto('payment_links')
    .values({
      workspace_id: link.workspaceId,
      kind: link.kind,
      request_id: plan?.requestId ?? null,
      plan_id: plan?.planId ?? null,
      company_id: plan?.companyId ?? null,
      invoice_id: link.kind === 'invoice' ? link.invoiceId : null,
      token_hash: tokenHash,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .execute()
}

/** Ends the open link of a request, which a new one replaces. */
export async function endLinksOfRequest(trx: Trx, requestId: number): Promise<void> {
  await trx
    .updateTable('payment_links')
    .set({ ended_at: sql`now()` })
    .where('request_id', '=', requestId)
    .where('ended_at', 'is', null)
    .execute()
}

export async function endLinksOfInvoice(trx: Trx, invoiceId: number): Promise<void> {
  await trx
    .updateTable('payment_links')
    .set({ ended_at: sql`now()` })
    .where('invoice_id', '=', invoiceId)
    .where('ended_at', 'is', null)
    .execute()
}

export async function endLink(trx: Trx, id: number): Promise<void> {
  await trx
    .updateTable('payment_links')
    .set({ ended_at: sql`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** A link that still works. */
export function findLinkByToken(trx: Trx, tokenHash: Buffer) {
  return trx
    .selectFrom('payment_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

export function findLink(trx: Trx, id: number) {
  return trx.selectFrom('payment_links').selectAll().where('id', '=', id).executeTakeFirst()
}
