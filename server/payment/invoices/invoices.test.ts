import { getPaymentInvoice, listPaymentHistories } from '@kaiwa/contract/payment.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockWorkspace } from '../../billing/store/usage.ts'
import { setSuspended } from '../../billing/subscriptions/set-suspended.ts'
import type { Trx } from '../../platform/database/database.ts'
import {
  alterInvoices,
  closeAt,
  createCompanyContract,
  type CompanyContract,
  inJapan,
  invoicesOf,
} from '../../test/factories/invoices.ts'
import { createMember, createOwner, type TestUser } from '../../test/factories/users.ts'
import { atOnce } from '../../test/at-once.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { pdfTexts } from '../../test/pdf-text.ts'
import { runJob } from '../../test/run-job.ts'
import { deleteExpiredInvoices } from './delete-expired-invoices.ts'
import { writeInvoiceGrant } from './invoice-grant.ts'
import { markInvoiceFailed, markInvoicePaid } from './mark-invoice-paid.ts'
import { openInvoicePdf } from './open-invoice-pdf.ts'
import { storePdf } from './store-pdf.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_ISSUER_NAME: '会話株式会社', KAIWA_ISSUER_REGISTRATION: 'T1234567890123' } })
})
afterAll(() => test.close())

/** A contract with the invoice of April 2026. */
async function createInvoice(options: Partial<CompanyContract> = {}) {
  const owner = await createCompanyContract(test.db, { at: inJapan('2026-04-01'), ...options })
  await closeAt(test, '2026-05-01')
  const [invoice] = await invoicesOf(test.db, owner.subscriptionId)
  if (!invoice) throw new Error('no invoice')
  const row = await test.db
    .selectFrom('billing_ledger')
    .select('id')
    .where('invoice_id', '=', invoice.id)
    .executeTakeFirst()
  return { owner, invoice, historyId: row?.id ?? 0 }
}

function ask(billingHistoryId: number, as: TestUser) {
  return test.call(getPaymentInvoice, { params: { billingHistoryId } }, as)
}

function download(url: string) {
  return test.http.inject(url.replace(/^https?:\/\/[^/]+/, ''))
}

async function statusOf(id: number) {
  const { status, paid_at } = await test.db
    .selectFrom('invoices')
    .select(['status', 'paid_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { status, isPaid: paid_at !== null }
}

function inTrx<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  return test.db.transaction().execute(work)
}

describe('GET payment/{billingHistoryId}/invoice', () => {
  it('BILL-64 returns data.url, from which the PDF is downloaded', async () => {
    const { owner, invoice, historyId } = await createInvoice()
    const answer = await test.http.inject({
      url: `/api/payment/${historyId}/invoice`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(answer.statusCode).toBe(200)
    const { url } = answer.json<{ url: string }>()
    const file = await download(url)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`${invoice.number}.pdf`),
      'cache-control': 'private, no-store',
    })
    expect(pdfTexts(file.rawPayload).flat()).toContain(invoice.number)
  })

  it('BILL-17 rows of the purchase history name the invoice that contains them', async () => {
    const { owner, invoice, historyId } = await createInvoice()
    const { data } = await test.succeed(listPaymentHistories, { query: {} }, owner)
    expect(data).toMatchObject([
      { id: historyId, billing_type: 'payment_invoice', money: 11_000, point: 0, invoice_id: invoice.id },
    ])
  })

  it('BILL-57 other workspaces, other people and unknown rows are answered with E_NOT_FOUND', async () => {
    const { owner, historyId } = await createInvoice()
    const other = await createInvoice()
    const manager = await createMember(test.db, owner, ROLE.manager)
    const stranger = await createOwner(test.db)
    for (const [id, person] of [
      [historyId, other.owner],
      [historyId, manager],
      [historyId, stranger],
      [other.historyId, owner],
      [2_147_483_647, owner],
    ] as const)
      expect((await ask(id, person)).error).toBe('E_NOT_FOUND')
    expect((await ask(historyId, owner)).status).toBe(200)
  })

  it('an address stops working with the session, with the rights and after ten minutes', async () => {
    const { owner, invoice, historyId } = await createInvoice()
    const { url } = await test.succeed(getPaymentInvoice, { params: { billingHistoryId: historyId } }, owner)
    expect((await download(url)).statusCode).toBe(200)
    expect((await download(url.replace(/-[0-9a-f]{36}\//, `-${'0'.repeat(36)}/`))).statusCode).toBe(404)
    const expired = {
      invoiceId: invoice.id,
      sessionId: owner.actor.sessionId,
      expires: Math.floor(Date.now() / 1000) - 60,
    }
    const grant = writeInvoiceGrant(expired, test.app.config.secret)
    expect((await download(`/media/invoices/${grant}/x.pdf`)).statusCode).toBe(404)
    const successor = await createMember(test.db, owner, ROLE.manager)
    await test.db
      .updateTable('workspaces')
      .set({ owner_id: successor.id })
      .where('id', '=', owner.workspaceId)
      .execute()
    await test.db
      .updateTable('workspace_members')
      .set({ role_id: ROLE.manager })
      .where('user_id', '=', owner.id)
      .execute()
    expect((await download(url)).statusCode).toBe(404)
    await test.db.deleteFrom('sessions').where('user_id', '=', owner.id).execute()
    expect((await download(url)).statusCode).toBe(404)
  })
})

describe('the PDF', () => {
  it('is stored once and never changes', async () => {
    const { owner, invoice } = await createInvoice({ company: { name: '株式会社むかし' } })
    const key = await storePdf(test.app, invoice.id)
    const stored = await test.app.storage.head(key)
    const first = (await download(await openInvoicePdf(test.app, invoice.id, owner.actor.sessionId))).rawPayload
    // Later changes of company, contract and payment do not appear in it.
    await test.db.updateTable('companies').set({ name: '株式会社いま' }).execute()
    await inTrx((trx) => markInvoicePaid(trx, { invoiceId: invoice.id, userId: owner.id }))
    expect(await storePdf(test.app, invoice.id)).toBe(key)
    expect(await test.app.storage.head(key)).toEqual(stored)
    const second = (await download(await openInvoicePdf(test.app, invoice.id, owner.actor.sessionId))).rawPayload
    expect(second.equals(first)).toBe(true)
    expect(pdfTexts(second).flat()).toContain('株式会社むかし 御中')
  })

  it('simultaneous renderings return the same key, and do not lock the invoice', async () => {
    const { owner, invoice } = await createInvoice()
    const turn = { accountId: owner.id, workspaceId: owner.workspaceId }
    const { answers, waited } = await atOnce(
      test.db,
      (trx) => trx.selectFrom('invoices').select('id').where('id', '=', invoice.id).forUpdate().execute(),
      [() => storePdf(test.app, invoice.id), () => storePdf(test.app, invoice.id, turn)],
    )
    // Both have rendered and wait to store their key.
    expect(waited).toBe(2)
    expect(answers[1]).toBe(answers[0])
    expect(await test.app.storage.head(answers[0] ?? '')).not.toBeNull()
  })

  it('ADMIN-39 is refused for an unknown invoice', async () => {
    await expect(openInvoicePdf(test.app, 2_147_483_647, 1)).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
  })
})

describe('statuses', () => {
  it('ADMIN-06 ADMIN-38 an invoice is pending until it is marked paid, once', async () => {
    const { owner, invoice } = await createInvoice()
    expect(await statusOf(invoice.id)).toEqual({ status: 'pending', isPaid: false })
    const pay = () => inTrx((trx) => markInvoicePaid(trx, { invoiceId: invoice.id, userId: owner.id }))
    const { answers } = await atOnce(test.db, (trx) => lockWorkspace(trx, owner.workspaceId), [pay, pay])
    expect(answers.toSorted()).toEqual([false, true])
    expect(await statusOf(invoice.id)).toEqual({ status: 'paid', isPaid: true })
    expect(await inTrx((trx) => markInvoiceFailed(trx, { invoiceId: invoice.id }))).toBe(false)
    expect(await statusOf(invoice.id)).toEqual({ status: 'paid', isPaid: true })
  })

  it('ADMIN-06 a failed invoice by card that is paid lifts the suspension, and is in the purchase history', async () => {
    const { owner, invoice } = await createInvoice({ paymentType: 'credit_card' })
    const suspended = async () =>
      (
        await test.db
          .selectFrom('subscriptions')
          .select('suspended_at')
          .where('id', '=', owner.subscriptionId)
          .executeTakeFirstOrThrow()
      ).suspended_at !== null
    await inTrx((trx) => markInvoiceFailed(trx, { invoiceId: invoice.id }))
    expect(await statusOf(invoice.id)).toEqual({ status: 'failed', isPaid: false })
    await inTrx((trx) => setSuspended(trx, owner.subscriptionId, true))
    expect(await suspended()).toBe(true)
    expect(await inTrx((trx) => markInvoicePaid(trx, { invoiceId: invoice.id, userId: owner.id }))).toBe(true)
    expect(await suspended()).toBe(false)
    const rows = await test.db
      .selectFrom('billing_ledger')
      .select(['billing_type', 'money'])
      .where('invoice_id', '=', invoice.id)
      .execute()
    expect(rows).toEqual([{ billing_type: 'payment_invoice', money: 11_000 }])
  })

  it('an unknown invoice is neither paid nor failed', async () => {
    expect(await inTrx((trx) => markInvoicePaid(trx, { invoiceId: 2_147_483_647, userId: null }))).toBe(false)
    expect(await inTrx((trx) => markInvoiceFailed(trx, { invoiceId: 2_147_483_647 }))).toBe(false)
  })
})

it('invoices outlive their workspace for seven years, then they end with their PDF', async () => {
  const { owner, invoice } = await createInvoice()
  const kept = await createInvoice()
  const key = await storePdf(test.app, invoice.id)
  const stored = async () => ({
    rows: await test.db.selectFrom('invoices').select('id').where('id', 'in', [invoice.id, kept.invoice.id]).execute(),
    hasPdf: (await test.app.storage.head(key)) !== null,
  })
  await test.db.deleteFrom('workspaces').where('id', '=', owner.workspaceId).execute()
  await runJob(test, deleteExpiredInvoices)
  expect(await stored()).toMatchObject({ rows: [{}, {}], hasPdf: true })
  const past = { created_at: sql<Date>`now() - interval '7 years 1 day'` }
  await alterInvoices(test.db, (trx) =>
    trx.updateTable('invoices').set(past).where('id', 'in', [invoice.id, kept.invoice.id]).execute(),
  )
  await runJob(test, deleteExpiredInvoices)
  expect(await stored()).toEqual({ rows: [{ id: kept.invoice.id }], hasPdf: false })
})
