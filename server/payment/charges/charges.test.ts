// Month-end charges over the wire: the charging job, the official client, and a provider with faults.
import { listPaymentHistories, openSetupCheckout } from '@kaiwa/contract/payment.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createInvoice, createMemberWithCard, enterCard, type InvoiceOptions } from '../../test/factories/payments.ts'
import type { TestOwner } from '../../test/factories/users.ts'
import { openPaymentTest } from '../../test/open-payment-test.ts'
import { readMails } from '../../test/read-mails.ts'
import { runJob } from '../../test/run-job.ts'
import { startWorkerProcess } from '../../test/program-process.ts'
import { deliverAll } from '../../test/stripe-server.ts'
import { addCard } from '../stand-in/api.ts'
import { closeDispute, openDispute, refund } from '../stand-in/payments.ts'
import { chargeInvoice } from './charge-invoice.ts'
import { chargeOne, deleteExpired } from './jobs.ts'
import { listDueInvoices } from './store/invoices.ts'

const { server, test } = await openPaymentTest()

const FIRST = new Date('2026-03-01T09:00:00+09:00')
const DECLINED = '4000000000000341'
const ASKS = '4000002760003184'

function daysLater(days: number): Date {
  return new Date(FIRST.getTime() + days * 24 * 60 * 60 * 1000)
}

async function createDebtor(options: InvoiceOptions & { card?: string; locale?: 'ja' | 'en' } = {}) {
  const owner = await createMemberWithCard(test, server, options)
  const invoiceId = await createInvoice(test.db, owner, options)
  return { owner, invoiceId }
}

async function statusOf(invoiceId: number) {
  const row = await test.db.selectFrom('invoices').select('status').where('id', '=', invoiceId).executeTakeFirst()
  return row?.status
}

function rowsOf({ workspaceId }: Pick<TestOwner, 'workspaceId'>) {
  return test.db
    .selectFrom('billing_ledger')
    .select(['billing_type', 'money', 'point', 'invoice_id', 'cause'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
}

/** Payments of an invoice that the provider charged. */
async function chargedAt(invoiceId: number) {
  const metadata = { invoice: String(invoiceId) }
  return server.act((state) => state.list('payment_intent', { metadata, status: 'succeeded' }))
}

/** The row of a payment: one for each payment at the provider. */
function paidRow(invoiceId: number, money = 1100, billing_type = 'payment_auto') {
  const cause = money === 0 ? `invoice:${invoiceId}:charged` : expect.stringMatching(/^intent:pi_\w+$/)
  return { billing_type, money, point: 0, invoice_id: invoiceId, cause }
}

/** The mails after the first one, which confirms the registered card. */
async function mailsTo(person: { email: string }) {
  return (await readMails(test, person)).slice(1)
}

async function isSuspended({ workspaceId }: Pick<TestOwner, 'workspaceId'>) {
  const row = await test.db
    .selectFrom('subscriptions')
    .select('suspended_at')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row?.suspended_at !== null
}

function tokenIn(text: string | undefined): string {
  return /\/setup-payment\?type=invoice&token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
}

describe('a charge', () => {
  it.each([
    ['a membership', false, 'payment_auto'],
    ['a plan', true, 'payment_invoice_credit_card'],
  ])('BILL-03 of %s: the ledger has its row and the invoice is paid, once', async (_case, hasPlan, type) => {
    const { owner, invoiceId } = await createDebtor({ hasPlan })
    await chargeInvoice(test.app, invoiceId, FIRST)
    await chargeInvoice(test.app, invoiceId, FIRST)
    await deliverAll(test, server)
    expect(await rowsOf(owner)).toEqual([paidRow(invoiceId, 1100, type)])
    expect([await statusOf(invoiceId), (await chargedAt(invoiceId)).length]).toEqual(['paid', 1])
  })

  it('BILL-03 is due on the 1st in Japan, not before, and only for payment by card', async () => {
    const { owner, invoiceId } = await createDebtor()
    const monthly = await createInvoice(test.db, owner, { paymentType: 'monthly' })
    const before = await listDueInvoices(test.db, new Date('2026-02-28T23:59:59+09:00'))
    const after = await listDueInvoices(test.db, new Date('2026-03-01T00:00:00+09:00'))
    expect([before.includes(invoiceId), after.includes(invoiceId), after.includes(monthly)]).toEqual([
      false,
      true,
      false,
    ])
    await chargeInvoice(test.app, invoiceId, new Date('2026-02-28T23:59:59+09:00'))
    expect(await chargedAt(invoiceId)).toEqual([])
  })

  it('10 simultaneous runs charge once', async () => {
    const { owner, invoiceId } = await createDebtor()
    await Promise.allSettled(Array.from({ length: 10 }, () => chargeInvoice(test.app, invoiceId, FIRST)))
    await chargeInvoice(test.app, invoiceId, FIRST)
    expect((await chargedAt(invoiceId)).length).toBe(1)
    expect(await rowsOf(owner)).toEqual([paidRow(invoiceId)])
  })

  it.each([
    [1, 0],
    [49, 0],
    [50, 50],
  ])('an invoice of %d yen takes %d yen: the provider charges no less than 50', async (total, taken) => {
    const { owner, invoiceId } = await createDebtor({ total })
    await chargeInvoice(test.app, invoiceId, FIRST)
    await chargeInvoice(test.app, invoiceId, daysLater(1))
    expect([await statusOf(invoiceId), await rowsOf(owner)]).toEqual(['paid', [paidRow(invoiceId, taken)]])
    expect((await chargedAt(invoiceId)).map(({ amount }) => amount)).toEqual(taken === 0 ? [] : [taken])
    // The owner sees the row, and opens the invoice by it.
    const { data } = await test.succeed(listPaymentHistories, { query: {} }, owner)
    expect(data.map((row) => [row.money, row.invoice_id])).toEqual([[taken, invoiceId]])
  })
})

describe('faults between charge and ledger', () => {
  it.each([
    ['within 24 hours', 0],
    ['after 24 hours, when the key is forgotten', 25],
  ])('a lost answer charges once: continued %s', async (_case, hours) => {
    const { owner, invoiceId } = await createDebtor()
    server.losesAnswerOf = /^POST \/v1\/payment_intents$/
    await expect(chargeInvoice(test.app, invoiceId, FIRST)).rejects.toThrow('connection to Stripe')
    expect([(await chargedAt(invoiceId)).length, await rowsOf(owner)]).toEqual([1, []])
    server.losesAnswerOf = null
    server.ahead = hours * 60 * 60 * 1000
    await chargeInvoice(test.app, invoiceId, daysLater(hours / 24))
    expect([(await chargedAt(invoiceId)).length, await rowsOf(owner)]).toEqual([1, [paidRow(invoiceId)]])
  })

  it('the process is killed between charge and ledger: charged once', async () => {
    const { owner, invoiceId } = await createDebtor()
    const child = await startWorkerProcess({
      ...server.env,
      DATABASE_URL: test.databaseUrl,
      KAIWA_DATA: test.dataFolder,
    })
    const killed = new Promise<void>((resolve, reject) => {
      server.losesAnswerOf = /^POST \/v1\/payment_intents$/
      server.onLoss = () => child.kill().then(resolve, reject)
    })
    await test.db.transaction().execute((trx) => test.app.jobs.send(trx, chargeOne, { invoiceId }))
    await killed
    expect([(await chargedAt(invoiceId)).length, await rowsOf(owner)]).toEqual([1, []])
    server.losesAnswerOf = null
    await chargeInvoice(test.app, invoiceId)
    expect([(await chargedAt(invoiceId)).length, await rowsOf(owner)]).toEqual([1, [paidRow(invoiceId)]])
  })

  it('the event alone completes a charge whose answer was lost', async () => {
    const { owner, invoiceId } = await createDebtor()
    server.losesAnswerOf = /^POST \/v1\/payment_intents$/
    await expect(chargeInvoice(test.app, invoiceId, FIRST)).rejects.toThrow('connection to Stripe')
    server.losesAnswerOf = null
    await deliverAll(test, server)
    expect([await statusOf(invoiceId), await rowsOf(owner)]).toEqual(['paid', [paidRow(invoiceId)]])
  })

  it('a provider that is down for an hour: nothing is lost', async () => {
    const { owner, invoiceId } = await createDebtor()
    server.isDown = true
    await expect(chargeInvoice(test.app, invoiceId, FIRST)).rejects.toThrow('down')
    await expect(chargeInvoice(test.app, invoiceId, FIRST)).rejects.toThrow('down')
    server.isDown = false
    expect(await listDueInvoices(test.db, FIRST)).toContain(invoiceId)
    await chargeInvoice(test.app, invoiceId, FIRST)
    expect(await rowsOf(owner)).toEqual([paidRow(invoiceId)])
    expect(await mailsTo(owner)).toEqual([])
  })
})

describe('a refused card', () => {
  it('is tried again after 1, 3 and 5 days with mails, then the basic limits hold', async () => {
    const { owner, invoiceId } = await createDebtor({ card: DECLINED })
    const attempts = () =>
      test.db
        .selectFrom('charges')
        .select(['attempt', 'status', 'error'])
        .where('invoice_id', '=', invoiceId)
        .orderBy('id')
        .execute()
    for (const [days, count] of [
      [0, 1],
      [0.9, 1],
      [1, 2],
      [2.9, 2],
      [3, 3],
      [5, 4],
      [8, 4],
      [13.9, 4],
    ] as const) {
      await chargeInvoice(test.app, invoiceId, daysLater(days))
      expect([days, (await attempts()).length]).toEqual([days, count])
    }
    await deliverAll(test, server)
    expect(await attempts()).toEqual(
      [1, 2, 3, 4].map((attempt) => ({ attempt, status: 'failed', error: 'card_declined' })),
    )
    expect([await statusOf(invoiceId), await isSuspended(owner)]).toEqual(['pending', false])
    expect(await listDueInvoices(test.db, daysLater(14))).toContain(invoiceId)
    await chargeInvoice(test.app, invoiceId, daysLater(14))
    await chargeInvoice(test.app, invoiceId, daysLater(20))
    expect([await statusOf(invoiceId), await isSuspended(owner)]).toEqual(['failed', true])
    const mails = await mailsTo(owner)
    expect(mails.map(({ subject }) => subject)).toEqual([
      ...Array.from({ length: 4 }, () => '【Kaiwa】クレジットカードでのお支払いができませんでした'),
      '【Kaiwa】お支払いが確認できないため、ご利用を制限しました',
    ])
    expect(mails[0]?.text_body).toContain('1,100円')
    expect(mails[0]?.text_body).toContain('2026年3月2日に、ご登録のカードへ再度請求します。')
    expect(mails[0]?.text_body).toContain('2026年3月15日までに')
    // Not those of the tier 'basic', which is sold.
    for (const mail of [mails[0], mails.at(-1)])
      expect(mail?.text_body).toContain('基本の上限（プランなしのメンバーシップと同じ）')
    expect(await rowsOf(owner)).toEqual([])
  })

  it('another card is charged immediately, also after the suspension, which it lifts', async () => {
    const { owner, invoiceId } = await createDebtor({ card: DECLINED })
    await chargeInvoice(test.app, invoiceId, FIRST)
    await chargeInvoice(test.app, invoiceId, daysLater(14))
    expect([await statusOf(invoiceId), await isSuspended(owner)]).toEqual(['failed', true])
    const { provider_customer_id: customer } = await test.db
      .selectFrom('payment_customers')
      .select('provider_customer_id')
      .where('workspace_id', '=', owner.workspaceId)
      .executeTakeFirstOrThrow()
    await server.act((state) => addCard(state, customer ?? '', '4242424242424242'))
    await deliverAll(test, server)
    expect(await listDueInvoices(test.db)).toContain(invoiceId)
    await chargeInvoice(test.app, invoiceId)
    expect([await statusOf(invoiceId), await isSuspended(owner)]).toEqual(['paid', false])
    expect(await rowsOf(owner)).toEqual([paidRow(invoiceId)])
  })

  it('without a card the owner is mailed', async () => {
    const { owner, invoiceId } = await createDebtor()
    await sql`update payment_customers set payment_method_id = null, last4 = null where workspace_id = ${owner.workspaceId}`.execute(
      test.db,
    )
    await chargeInvoice(test.app, invoiceId, FIRST)
    expect(await mailsTo(owner)).toHaveLength(1)
    expect(await chargedAt(invoiceId)).toEqual([])
  })
})

describe('a bank that asks for authentication', () => {
  it('the mail has a link that works without signing in; the payment there completes the invoice', async () => {
    const { owner, invoiceId } = await createDebtor({ card: ASKS, locale: 'en' })
    await chargeInvoice(test.app, invoiceId, FIRST)
    const [mail] = await mailsTo(owner)
    expect(mail?.subject).toBe('Kaiwa: please confirm your payment')
    const token = tokenIn(mail?.text_body)
    const { url } = await test.succeed(openSetupCheckout, { body: { token } })
    expect((await test.succeed(openSetupCheckout, { body: { token } })).url).toBe(url)
    await enterCard(server, url, ASKS)
    await deliverAll(test, server)
    expect([await statusOf(invoiceId), await rowsOf(owner)]).toEqual(['paid', [paidRow(invoiceId)]])
    expect(await test.call(openSetupCheckout, { body: { token } })).toMatchObject({ status: 404 })
  })

  it('the next attempt and the page of the link never charge both', async () => {
    const { owner, invoiceId } = await createDebtor({ card: ASKS })
    await chargeInvoice(test.app, invoiceId, FIRST)
    const token = tokenIn((await mailsTo(owner))[0]?.text_body)
    const { url } = await test.succeed(openSetupCheckout, { body: { token } })
    // The attempt ends the page first.
    await chargeInvoice(test.app, invoiceId, daysLater(1))
    expect(await enterCard(server, url)).toBe('ended')
    // The mail of the second failure replaces the link of the first one.
    expect(await test.call(openSetupCheckout, { body: { token } })).toMatchObject({ status: 404 })
    const later = tokenIn((await mailsTo(owner))[1]?.text_body)
    const second = await test.succeed(openSetupCheckout, { body: { token: later } })
    await enterCard(server, second.url)
    await chargeInvoice(test.app, invoiceId, daysLater(3))
    await deliverAll(test, server)
    expect((await chargedAt(invoiceId)).length).toBe(1)
    expect(await rowsOf(owner)).toEqual([paidRow(invoiceId)])
  })

  it.each(['', 'x', 'a'.repeat(43)])('an unknown token %j is not found', async (token) => {
    expect(await test.call(openSetupCheckout, { body: { token } })).toMatchObject({ status: 404, error: 'E_NOT_FOUND' })
  })
})

describe('money that goes back', () => {
  async function createPaid() {
    const { owner, invoiceId } = await createDebtor()
    await chargeInvoice(test.app, invoiceId, FIRST)
    const [intent] = await chargedAt(invoiceId)
    await deliverAll(test, server)
    return { owner, invoiceId, intent: intent?.id ?? '' }
  }

  it('refunds are negative rows, one for each, and the owner is mailed', async () => {
    const { owner, invoiceId, intent } = await createPaid()
    for (const amount of [100, 1000]) await server.act((state) => refund(state, intent, amount))
    server.events.push(...server.events.toReversed().map((event) => ({ ...event, id: `${event.id}_again` })))
    await deliverAll(test, server)
    const rows = await rowsOf(owner)
    expect(rows.map(({ billing_type, money, invoice_id }) => [billing_type, money, invoice_id])).toEqual(
      expect.arrayContaining([
        ['payment_auto', 1100, invoiceId],
        ['payment_auto', -100, invoiceId],
        ['payment_auto', -1000, invoiceId],
      ]),
    )
    expect(rows).toHaveLength(3)
    expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual([
      '【Kaiwa】返金のお知らせ',
      '【Kaiwa】返金のお知らせ',
    ])
    expect(await statusOf(invoiceId)).toBe('paid')
  })

  it.each(['won', 'lost'] as const)('a dispute that is %s', async (outcome) => {
    const { owner, intent } = await createPaid()
    const { id } = await server.act((state) => openDispute(state, intent))
    await deliverAll(test, server)
    expect((await rowsOf(owner)).map(({ money }) => money)).toEqual([1100, -1100])
    await server.act((state) => closeDispute(state, id, outcome))
    await deliverAll(test, server)
    expect((await rowsOf(owner)).map(({ money }) => money)).toEqual(
      outcome === 'won' ? [1100, -1100, 1100] : [1100, -1100],
    )
  })
})

it('payments of deleted workspaces are kept for seven years, and their customer as long as they', async () => {
  const [gone, present] = [await createDebtor(), await createDebtor()]
  for (const { invoiceId } of [gone, present]) await chargeInvoice(test.app, invoiceId)
  await sql`insert into payment_differences (provider_id, kind, detail) values ('pi_old', 'kind', 'detail')`.execute(
    test.db,
  )
  const tables = ['charges', 'checkouts', 'payment_customers'] as const
  const countsOf = ({ owner }: typeof gone) =>
    Promise.all(
      tables.map(async (name) => {
        const { rows } = await sql`select from ${sql.table(name)} where workspace_id = ${owner.workspaceId}`.execute(
          test.db,
        )
        return rows.length
      }),
    )
  const setAge = (age: string, ...names: string[]) =>
    Promise.all(
      names.map((name) => {
        const column = sql.ref(name === 'payment_differences' ? 'found_at' : 'created_at')
        return sql`update ${sql.table(name)} set ${column} = now() - ${age}::interval`.execute(test.db)
      }),
    )
  await test.db.deleteFrom('workspaces').where('id', '=', gone.owner.workspaceId).execute()
  await setAge('6 years 364 days', 'charges', 'checkouts', 'payment_differences')
  await setAge('8 years', 'payment_customers')
  await runJob(test, deleteExpired)
  const differences = async () => (await sql`select from payment_differences`.execute(test.db)).rows.length
  expect([await countsOf(gone), await countsOf(present), await differences()]).toEqual([[1, 1, 1], [1, 1, 1], 1])
  await setAge('7 years 1 day', 'charges', 'checkouts', 'payment_differences')
  await runJob(test, deleteExpired)
  expect([await countsOf(gone), await countsOf(present), await differences()]).toEqual([[0, 0, 0], [1, 1, 1], 0])
})
