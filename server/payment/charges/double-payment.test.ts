// An invoice is paid once: pages, links, operators, restored backups, second payments, and customers who are gone.
import { markInvoicePaid as markPaid } from '@kaiwa/contract/admin-invoices.ts'
import { openPointCheckout, openSetupCheckout } from '@kaiwa/contract/payment.ts'
import { sql } from 'kysely'
import { alterInvoices } from '../../test/factories/invoices.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createOperator } from '../../test/factories/operators.ts'
import { createInvoice, createMemberWithCard, enterCard, sessionIdOf } from '../../test/factories/payments.ts'
import type { TestOwner } from '../../test/factories/users.ts'
import { openPaymentTest } from '../../test/open-payment-test.ts'
import { readMails } from '../../test/read-mails.ts'
import { deliverAll } from '../../test/stripe-server.ts'
import { markInvoicePaid } from '../invoices/mark-invoice-paid.ts'
import { deleteCustomer, refund } from '../stand-in/payments.ts'
import { applyIntent } from './apply-intent.ts'
import { chargeInvoice } from './charge-invoice.ts'

const { server, test } = await openPaymentTest()
beforeEach(() => test.db.deleteFrom('payment_differences').execute())

const FIRST = new Date('2026-03-01T09:00:00+09:00')
const DECLINED = '4000000000000341'

async function createDebtor({ card, total = 1100 }: { card?: string; total?: number } = {}) {
  const owner = await createMemberWithCard(test, server, card === undefined ? {} : { card })
  return { owner, invoiceId: await createInvoice(test.db, owner, { total }) }
}

async function statusOf(invoiceId: number) {
  const row = await test.db.selectFrom('invoices').select('status').where('id', '=', invoiceId).executeTakeFirst()
  return row?.status
}

async function moneyOf({ workspaceId }: Pick<TestOwner, 'workspaceId'>) {
  const rows = await test.db
    .selectFrom('billing_ledger')
    .select('money')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
  return rows.map(({ money }) => money)
}

function customerOf({ workspaceId }: Pick<TestOwner, 'workspaceId'>) {
  return test.db
    .selectFrom('payment_customers')
    .select(['provider_customer_id', 'payment_method_id'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}

function chargedAt(invoiceId: number) {
  const metadata = { invoice: String(invoiceId) }
  return server.act((state) => state.list('payment_intent', { metadata, status: 'succeeded' }))
}

function differences() {
  return test.db.selectFrom('payment_differences').select(['provider_id', 'kind']).execute()
}

/** The mails after the first one, which confirms the registered card. */
async function mailsTo(person: { email: string }) {
  return (await readMails(test, person)).slice(1)
}

/** The token of the latest link that was mailed to the owner. */
async function mailedToken(owner: { email: string }) {
  const text = (await mailsTo(owner)).at(-1)?.text_body
  return /\/setup-payment\?type=invoice&token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
}

async function openPage(token: string, language: string): Promise<string> {
  const answer = await test.http.inject({
    method: 'POST',
    url: '/api/payment/setup-checkout',
    headers: { 'accept-language': language },
    payload: { token },
  })
  return answer.json<{ url: string }>().url
}

/** A payment of the customer that names the invoice, made without this program's rows. */
async function payOutside(owner: TestOwner, metadata: Record<string, string>, amount = 1100): Promise<string> {
  const { provider_customer_id: customer, payment_method_id: method } = await customerOf(owner)
  const { id } = await server.stripe.paymentIntents.create({
    amount,
    currency: 'jpy',
    customer: customer ?? '',
    payment_method: method ?? '',
    allowed_payment_method_types: ['card'],
    off_session: true,
    confirm: true,
    metadata,
  })
  return id
}

describe('pages of an invoice', () => {
  it('every language opens the same page, and its return page knows that an invoice was paid', async () => {
    const { owner, invoiceId } = await createDebtor({ card: DECLINED })
    await chargeInvoice(test.app, invoiceId, FIRST)
    const token = await mailedToken(owner)
    const urls = await Promise.all(['ja', 'en', 'ja'].map((language) => openPage(token, language)))
    expect(new Set(urls).size).toBe(1)
    const session = await server.stripe.checkout.sessions.retrieve(sessionIdOf(urls[0] ?? ''))
    const back = new URL(session.success_url ?? '')
    expect(back.pathname + back.search).toBe('/payment/success?type=invoice')
  })

  it('a payment on another way ends the page', async () => {
    const { owner, invoiceId } = await createDebtor({ card: DECLINED })
    await chargeInvoice(test.app, invoiceId, FIRST)
    const token = await mailedToken(owner)
    const url = await openPage(token, 'ja')
    const { provider_customer_id: customer } = await customerOf(owner)
    // The bank charges the card after all.
    const [intent] = await server.act((state) =>
      state.list('payment_intent', { customer, metadata: { invoice: String(invoiceId) } }),
    )
    await server.act((state) =>
      state.change(intent as NonNullable<typeof intent>, { status: 'succeeded', amount_received: 1100 }),
    )
    expect(await applyIntent(test.app, intent?.id ?? '')).toBe('applied')
    await test.settle({ now: true })
    expect(await enterCard(server, url)).toBe('ended')
    expect(await test.call(openSetupCheckout, { body: { token } })).toMatchObject({ status: 404 })
    expect([await statusOf(invoiceId), await moneyOf(owner)]).toEqual(['paid', [1100]])
  })
})

describe('an operator who marks the invoice as paid', () => {
  async function mark(invoiceId: number) {
    return test.call(markPaid, { params: { invoiceId } }, await createOperator(test.db))
  }

  it('is refused while the card is being charged', async () => {
    const { owner, invoiceId } = await createDebtor()
    server.losesAnswerOf = /^POST \/v1\/payment_intents$/
    await expect(chargeInvoice(test.app, invoiceId, FIRST)).rejects.toThrow('connection to Stripe')
    server.losesAnswerOf = null
    expect(await mark(invoiceId)).toMatchObject({ status: 409, error: 'E_CONFLICT', body: { reason: 'charging' } })
    await chargeInvoice(test.app, invoiceId, FIRST)
    expect([await statusOf(invoiceId), await moneyOf(owner)]).toEqual(['paid', [1100]])
  })

  it('ends the open page and the link', async () => {
    const { owner, invoiceId } = await createDebtor({ card: DECLINED })
    await chargeInvoice(test.app, invoiceId, FIRST)
    const token = await mailedToken(owner)
    const url = await openPage(token, 'ja')
    expect((await mark(invoiceId)).status).toBe(200)
    await test.settle({ now: true })
    expect(await enterCard(server, url)).toBe('ended')
    expect(await test.call(openSetupCheckout, { body: { token } })).toMatchObject({ status: 404 })
  })

  it('a late failure of a paid invoice sends no mail and no link', async () => {
    const { owner, invoiceId } = await createDebtor({ card: DECLINED })
    server.losesAnswerOf = /^POST \/v1\/payment_intents$/
    await expect(chargeInvoice(test.app, invoiceId, FIRST)).rejects.toThrow('connection to Stripe')
    server.losesAnswerOf = null
    await test.db.transaction().execute((trx) => markInvoicePaid(trx, { invoiceId, userId: owner.id }))
    await deliverAll(test, server)
    expect(await mailsTo(owner)).toEqual([])
    const links = await test.db.selectFrom('payment_links').select('id').where('invoice_id', '=', invoiceId).execute()
    expect(links).toEqual([])
    const charges = await test.db
      .selectFrom('charges')
      .select(['status', 'next_attempt_at'])
      .where('invoice_id', '=', invoiceId)
      .execute()
    expect(charges).toEqual([{ status: 'failed', next_attempt_at: null }])
  })
})

describe('a restored backup without the charge', () => {
  async function createForgotten() {
    const { owner, invoiceId } = await createDebtor()
    await chargeInvoice(test.app, invoiceId, FIRST)
    await sql`alter table billing_ledger disable trigger billing_ledger_append_only`.execute(test.db)
    await sql`delete from billing_ledger where workspace_id = ${owner.workspaceId}`.execute(test.db)
    await sql`alter table billing_ledger enable trigger billing_ledger_append_only`.execute(test.db)
    await test.db.deleteFrom('charges').where('invoice_id', '=', invoiceId).execute()
    // The closing runs again, days later.
    await alterInvoices(test.db, (trx) =>
      sql`update invoices set status = 'pending', paid_at = null, created_at = now() + interval '3 days'
        where id = ${invoiceId}`.execute(trx),
    )
    return { owner, invoiceId }
  }

  it('the payment is entered and the card is not charged again', async () => {
    const { owner, invoiceId } = await createForgotten()
    await chargeInvoice(test.app, invoiceId, FIRST)
    expect((await chargedAt(invoiceId)).length).toBe(1)
    expect([await statusOf(invoiceId), await moneyOf(owner), await differences()]).toEqual(['paid', [1100], []])
  })

  it('a payment of another amount stops the charge with a difference until it is refunded', async () => {
    const { owner, invoiceId } = await createForgotten()
    await alterInvoices(test.db, (trx) =>
      sql`update invoices set subtotal = 2000, tax = 200, total = 2200 where id = ${invoiceId}`.execute(trx),
    )
    await chargeInvoice(test.app, invoiceId, FIRST)
    const [intent] = await chargedAt(invoiceId)
    expect([await statusOf(invoiceId), await moneyOf(owner)]).toEqual(['pending', []])
    expect(await differences()).toEqual([{ provider_id: intent?.id, kind: 'unknown-payment' }])
    await server.act((state) => refund(state, intent?.id ?? '', undefined))
    await chargeInvoice(test.app, invoiceId, FIRST)
    expect([await statusOf(invoiceId), await moneyOf(owner)]).toEqual(['paid', [2200]])
  })
})

describe('a second payment of an invoice', () => {
  it('has its own row, and its refund leaves the first payment as it is', async () => {
    const { owner, invoiceId } = await createDebtor({ total: 2200 })
    await chargeInvoice(test.app, invoiceId, FIRST)
    const [first] = await chargedAt(invoiceId)
    // The provider has forgotten the key of the first payment.
    const second = await payOutside(owner, first?.['metadata'] as Record<string, string>, 2200)
    await deliverAll(test, server)
    expect(await moneyOf(owner)).toEqual([2200, 2200])
    expect(await differences()).toEqual([{ provider_id: second, kind: 'double-charge' }])
    await server.act((state) => refund(state, second, undefined))
    await deliverAll(test, server)
    expect(await moneyOf(owner)).toEqual([2200, 2200, -2200])
    expect(await statusOf(invoiceId)).toBe('paid')
  })

  it('a payment with unreadable metadata changes nothing', async () => {
    const { owner } = await createDebtor()
    const id = await payOutside(owner, { charge: 'x', checkout: "'", invoice: '99999999999999999999' })
    expect(await applyIntent(test.app, id)).toBe('ignored')
    expect(await moneyOf(owner)).toEqual([])
  })
})

describe('a customer who was deleted at the provider', () => {
  it('counts as a customer without a card; the link of the mail creates another one; refunds still arrive', async () => {
    const { owner, invoiceId } = await createDebtor()
    await chargeInvoice(test.app, invoiceId, FIRST)
    const [paid] = await chargedAt(invoiceId)
    const { provider_customer_id: former } = await customerOf(owner)
    const next = await createInvoice(test.db, owner)
    await server.act((state) => deleteCustomer(state, former ?? ''))
    // The event is lost.
    server.events.length = 0
    await chargeInvoice(test.app, next, FIRST)
    expect(await customerOf(owner)).toEqual({ provider_customer_id: null, payment_method_id: null })
    const charges = await test.db.selectFrom('charges').select('error').where('invoice_id', '=', next).execute()
    expect(charges).toEqual([{ error: 'no-card' }])
    await enterCard(server, await openPage(await mailedToken(owner), 'ja'))
    await deliverAll(test, server)
    expect([await statusOf(next), await moneyOf(owner)]).toEqual(['paid', [1100, 1100]])
    await server.act((state) => refund(state, paid?.id ?? '', 100))
    await deliverAll(test, server)
    expect(await moneyOf(owner)).toEqual([1100, 1100, -100])
  })

  it('is forgotten by the event, and replaced by the next purchase, as after a change of the keys', async () => {
    const { owner } = await createDebtor()
    const { provider_customer_id: former } = await customerOf(owner)
    await server.act((state) => deleteCustomer(state, former ?? ''))
    await deliverAll(test, server)
    expect(await customerOf(owner)).toEqual({ provider_customer_id: null, payment_method_id: null })
    await sql`update payment_customers set provider_customer_id = 'cus_of_other_keys'
      where workspace_id = ${owner.workspaceId}`.execute(test.db)
    await test.succeed(openPointCheckout, { body: { back_url: '/', point: 1000 } }, owner)
    const { provider_customer_id: id } = await customerOf(owner)
    expect(id).toMatch(/^cus_[\da-f]+$/)
    expect([former, 'cus_of_other_keys']).not.toContain(id)
  })
})
