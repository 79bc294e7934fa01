import { randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPoints } from '../../billing/points/add-points.ts'
import { recordUsage, refundUsage } from '../../billing/record-usage.ts'
import { insertCompany } from '../../billing/store/companies.ts'
import { readMonth } from '../../billing/store/points.ts'
import { unsubscribe } from '../../billing/store/subscriptions.ts'
import { lockWorkspace, readQuota, readUsage } from '../../billing/store/usage.ts'
import { changePlan } from '../../billing/subscriptions/change-plan.ts'
import { requestCancellation } from '../../billing/subscriptions/request-cancellation.ts'
import { startSubscription } from '../../billing/subscriptions/start-subscription.ts'
import { atOnce } from '../../test/at-once.ts'
import { COMPANY, createContract, createPlan } from '../../test/factories/contracts.ts'
import {
  buyInvoicedPoints,
  closeAt,
  createCompanyContract,
  inJapan,
  invoicesOf,
} from '../../test/factories/invoices.ts'
import { createOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { issuerOf } from '../invoices/parties.ts'
import { closeBatch } from './close-batch.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({
    env: { KAIWA_ISSUER_NAME: '会話株式会社', KAIWA_ISSUER_REGISTRATION: 'T1234567890123' },
  })
})
afterAll(() => test.close())

function use(workspaceId: number, kind: 'minute' | 'chat' | 'storage', amount: number, day: string) {
  const entry = { workspaceId, userId: null, kind, amount, cause: `test:${randomUUID()}`, at: inJapan(day) }
  return test.db.transaction().execute((trx) => recordUsage(trx, entry))
}

/** Lines as `kind amount`. */
async function linesOf(subscriptionId: number): Promise<string[][]> {
  return (await invoicesOf(test.db, subscriptionId)).map(({ lines }) =>
    lines.map(({ kind, amount }) => `${kind} ${amount}`),
  )
}

function ledgerOf(workspaceId: number) {
  return test.db
    .selectFrom('billing_ledger')
    .select(['billing_type', 'money', 'point', 'invoice_id'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
}

describe('the invoice of a month', () => {
  it('BILL-04 monthly: closes at month end, is due at the end of the following month', async () => {
    const { subscriptionId, workspaceId } = await createCompanyContract(test.db, { at: inJapan('2026-11-15') })
    await buyInvoicedPoints(test.db, workspaceId, 3_001, inJapan('2026-11-20'))
    await closeAt(test, '2026-11-30T23:59')
    expect(await invoicesOf(test.db, subscriptionId)).toEqual([])
    await closeAt(test, '2026-12-01T00:00')
    const [invoice] = await invoicesOf(test.db, subscriptionId)
    expect(invoice).toMatchObject({
      kind: 'invoice',
      status: 'pending',
      number: expect.stringMatching(/^2026-\d{6}$/),
      payment_type: 'monthly',
      month: '2026-11-01',
      issue_date: '2026-12-01',
      due_date: '2026-12-31',
      start_date: '2026-11-15',
      end_date: '2026-11-30',
      // 16 of 30 days of 10,000 yen, and 3,001 points.
      subtotal: 5_333 + 3_001,
      tax: 833,
      total: 9_167,
      company: {
        name: COMPANY.name,
        contact_name: '佐藤 一郎',
        contact_email: COMPANY.contact_email,
        is_person: false,
      },
      issuer: { name: '会話株式会社', registration_number: 'T1234567890123' },
    })
    expect(await ledgerOf(workspaceId)).toEqual([
      { billing_type: 'purchase_point', money: 3_301, point: 3_001, invoice_id: invoice?.id },
      { billing_type: 'payment_invoice', money: 9_167, point: 0, invoice_id: invoice?.id },
    ])
  })

  it('BILL-05 yearly: an invoice for one year at the end of the first month, due at the end of the following month', async () => {
    const { subscriptionId } = await createCompanyContract(test.db, {
      paymentType: 'yearly',
      at: inJapan('2026-02-28'),
    })
    for (const month of ['2026-03-01', '2026-04-01', '2026-12-01', '2027-02-01', '2027-03-01'])
      await closeAt(test, month)
    const invoices = await invoicesOf(test.db, subscriptionId)
    expect(
      invoices.map(({ month, issue_date, due_date, end_date, subtotal }) => [
        month,
        issue_date,
        due_date,
        end_date,
        subtotal,
      ]),
    ).toEqual([
      // One of 28 days, and eleven months of 9,000 yen.
      ['2026-02-01', '2026-03-01', '2026-03-31', '2027-01-31', 321 + 99_000],
      ['2027-02-01', '2027-03-01', '2027-03-31', '2028-01-31', 108_000],
    ])
  })

  it('BILL-03 credit_card: nothing at the start, closes at month end, is due on the 1st with what exceeds the limits', async () => {
    const limits = { minute: 60, chat: 20, storage: 5 }
    const { subscriptionId, workspaceId } = await createCompanyContract(test.db, {
      paymentType: 'credit_card',
      at: inJapan('2026-10-01'),
      limits,
    })
    expect(await ledgerOf(workspaceId)).toEqual([])
    await use(workspaceId, 'minute', 75, '2026-10-01')
    await use(workspaceId, 'storage', 5 * 1024 ** 3 + 1, '2026-10-01')
    await closeAt(test, '2026-11-01')
    const [invoice] = await invoicesOf(test.db, subscriptionId)
    expect(invoice).toMatchObject({ status: 'pending', due_date: '2026-11-01', subtotal: 10_000 + 150 + 50 })
    expect(await linesOf(subscriptionId)).toEqual([['plan 10000', 'minute 150', 'storage 50']])
    // The charge writes the row of the ledger.
    expect(await ledgerOf(workspaceId)).toEqual([])
  })

  it('corrects closed months whose usage changed', async () => {
    const { subscriptionId, workspaceId } = await createCompanyContract(test.db, {
      paymentType: 'credit_card',
      at: inJapan('2026-06-01'),
      limits: { minute: 60 },
    })
    await use(workspaceId, 'minute', 75, '2026-06-01')
    await closeAt(test, '2026-07-01')
    await use(workspaceId, 'minute', -10, '2026-06-01')
    await closeAt(test, '2026-08-01')
    await closeAt(test, '2026-09-01')
    expect(await linesOf(subscriptionId)).toEqual([
      ['plan 10000', 'minute 150'],
      ['plan 10000', 'adjustment -100'],
      ['plan 10000'],
    ])
  })

  it('BILL-50 points bought in the last moment of a month that is already closed are on the next invoice, once', async () => {
    const { subscriptionId, workspaceId } = await createCompanyContract(test.db, { at: inJapan('2026-01-01') })
    await closeAt(test, '2026-02-01')
    await buyInvoicedPoints(test.db, workspaceId, 2_000, inJapan('2026-01-31T23:59'))
    await buyInvoicedPoints(test.db, workspaceId, 1_000, inJapan('2026-02-10'))
    await buyInvoicedPoints(test.db, workspaceId, 5_000, inJapan('2026-03-10'))
    // February and March are closed together.
    await closeAt(test, '2026-04-01')
    expect(await linesOf(subscriptionId)).toEqual([
      ['plan 10000'],
      ['plan 10000', 'point 2000', 'point 1000'],
      ['plan 10000', 'point 5000'],
    ])
    const [, february, march] = await invoicesOf(test.db, subscriptionId)
    const purchases = (await ledgerOf(workspaceId)).filter((row) => row.billing_type === 'purchase_point')
    expect(purchases.map((row) => row.invoice_id)).toEqual([february?.id, february?.id, march?.id])
    // Both were issued on 1 April: they are due at the end of that month.
    expect([february?.due_date, march?.due_date]).toEqual(['2026-04-30', '2026-04-30'])
  })

  it('points paid by checkout are on no invoice, also under a contract by invoice', async () => {
    const { subscriptionId, workspaceId } = await createCompanyContract(test.db, { at: inJapan('2026-03-01') })
    const checkout = { workspaceId, billingType: 'purchase_point', point: 4_000, money: 4_400, userId: null } as const
    await test.db
      .transaction()
      .execute((trx) => addPoints(trx, { ...checkout, cause: `checkout:${randomUUID()}`, at: inJapan('2026-03-05') }))
    await closeAt(test, '2026-04-01')
    expect(await linesOf(subscriptionId)).toEqual([['plan 10000']])
  })

  it('a membership without a plan is charged by card, its owner is the customer', async () => {
    const { subscriptionId, email } = await createContract(test.db, { at: inJapan('2026-09-01') })
    await closeAt(test, '2026-10-01')
    const [invoice] = await invoicesOf(test.db, subscriptionId)
    expect(invoice).toMatchObject({
      payment_type: 'credit_card',
      subtotal: 1_000,
      company: { name: '山田 花子', contact_email: email, is_person: true },
    })
  })

  it('a trial and a plan that the installation gave have no invoice, until a plan change holds', async () => {
    const given = await createOwner(test.db)
    const { workspaceId } = given
    const { id: subscriptionId } = await test.db
      .updateTable('subscriptions')
      .set({ start_date: inJapan('2026-09-10') })
      .where('workspace_id', '=', workspaceId)
      .returning('id')
      .executeTakeFirstOrThrow()
    await closeAt(test, '2026-11-01')
    expect(await invoicesOf(test.db, subscriptionId)).toEqual([])
    const planId = await createPlan(test.db, { audience: 'personal' })
    const change = { subscriptionId, planId, fromThisCycle: true, requestedBy: null, at: inJapan('2026-11-10') }
    await test.db.transaction().execute((trx) => changePlan(trx, change))
    await closeAt(test, '2026-12-01')
    expect(await linesOf(subscriptionId)).toEqual([['plan 10000']])
    const [invoice] = await invoicesOf(test.db, subscriptionId)
    expect(invoice?.company).toMatchObject({ contact_email: given.email, is_person: true })
    const { rows } = await sql`
      select from month_closings m join subscriptions s on s.id = m.subscription_id where s.trial_ends_at is not null
    `.execute(test.db)
    expect(rows).toEqual([])
  })

  it('a membership that an operator changes to a personal plan is billed its fee by card, to its owner', async () => {
    const { subscriptionId, email } = await createContract(test.db, { at: inJapan('2026-09-01') })
    const planId = await createPlan(test.db, { audience: 'personal' })
    const change = { subscriptionId, planId, fromThisCycle: true, requestedBy: null, at: inJapan('2026-09-10') }
    await test.db.transaction().execute((trx) => changePlan(trx, change))
    await closeAt(test, '2026-10-01')
    expect(await linesOf(subscriptionId)).toEqual([['plan 10000']])
    const [invoice] = await invoicesOf(test.db, subscriptionId)
    expect(invoice).toMatchObject({ payment_type: 'credit_card', company: { contact_email: email, is_person: true } })
  })

  it('usage of a trial in the month in which a contract starts is not billed', async () => {
    const limits = { minute: 60, chat: 20, storage: 5, editor: 1 }
    const owner = await createOwner(test.db, { plan: 'trial' })
    const { workspaceId } = owner
    await use(workspaceId, 'minute', 100, '2026-10-02')
    await use(workspaceId, 'chat', 30, '2026-10-02')
    await use(workspaceId, 'storage', 9 * 1024 ** 3, '2026-10-02')
    await use(workspaceId, 'storage', -9 * 1024 ** 3, '2026-10-03')
    const refunded = `test:${randomUUID()}`
    const entry = {
      workspaceId,
      userId: null,
      kind: 'minute',
      amount: 40,
      cause: refunded,
      at: inJapan('2026-10-03'),
    } as const
    await test.db.transaction().execute((trx) => recordUsage(trx, entry))
    const planId = await createPlan(test.db, limits)
    const { id: subscriptionId } = await test.db.transaction().execute(async (trx) => {
      const companyId = await insertCompany(trx, COMPANY)
      const at = inJapan('2026-10-05')
      return startSubscription(trx, { workspaceId, planId, paymentType: 'credit_card', companyId, at })
    })
    // A refund of trial usage does not raise the limits of the contract.
    await test.db.transaction().execute((trx) => refundUsage(trx, refunded, inJapan('2026-10-06')))
    await use(workspaceId, 'minute', 61, '2026-10-06')
    const left = await test.db
      .transaction()
      .execute((trx) => readQuota(trx, workspaceId, 'minute', { isLocking: true, at: inJapan('2026-10-07') }))
    expect(left?.used).toBe(61)
    expect((await readUsage(test.db, workspaceId, inJapan('2026-10-07')))?.used_minutes).toBe(61)
    expect((await readMonth(test.db, workspaceId, { at: inJapan('2026-10-07') }))?.used_minutes).toBe(61)
    await closeAt(test, '2026-11-01')
    // 27 of 31 days.
    expect(await linesOf(subscriptionId)).toEqual([['plan 8709', 'minute 10']])
  })

  it('a month begins at midnight in Japan, also at the end of a year', async () => {
    const { subscriptionId } = await createCompanyContract(test.db, { at: new Date('2026-12-31T15:00:00Z') })
    await closeAt(test, '2027-01-31T23:59')
    expect(await invoicesOf(test.db, subscriptionId)).toEqual([])
    await closeAt(test, '2027-02-01T00:00')
    const [invoice] = await invoicesOf(test.db, subscriptionId)
    expect(invoice).toMatchObject({ month: '2027-01-01', number: expect.stringMatching(/^2027-/), subtotal: 10_000 })
  })

  it('BILL-08 a plan that is cancelled is billed until the end of its year, and no longer', async () => {
    const { subscriptionId } = await createCompanyContract(test.db, { at: inJapan('2025-04-30') })
    const end = await test.db
      .transaction()
      .execute((trx) => requestCancellation(trx, { subscriptionId, at: inJapan('2025-06-10') }))
    expect(end).toEqual(inJapan('2026-04-01T00:00'))
    await closeAt(test, '2026-10-01')
    const invoices = await invoicesOf(test.db, subscriptionId)
    expect(invoices).toHaveLength(12)
    expect(invoices.at(-1)).toMatchObject({ month: '2026-03-01' })
  })
})

describe('credits', () => {
  it('a credit of a cheaper plan is carried forward, with a return invoice from 10,000 yen', async () => {
    const { subscriptionId, workspaceId } = await createCompanyContract(test.db, {
      paymentType: 'yearly',
      at: inJapan('2026-04-01'),
    })
    await closeAt(test, '2026-05-01')
    const cheaper = await createPlan(test.db)
    await test.db.updateTable('plans').set({ yearly_price: 7_000 }).where('id', '=', cheaper).execute()
    await test.db.transaction().execute((trx) =>
      changePlan(trx, {
        subscriptionId,
        planId: cheaper,
        fromThisCycle: true,
        requestedBy: null,
        at: inJapan('2026-07-10'),
      }),
    )
    await closeAt(test, '2026-08-01')
    await buyInvoicedPoints(test.db, workspaceId, 30_000, inJapan('2026-08-10'))
    await closeAt(test, '2026-09-01')
    const [year, change, returned, points] = await invoicesOf(test.db, subscriptionId)
    expect(year).toMatchObject({ kind: 'invoice', subtotal: 108_000, tax: 10_800, total: 118_800 })
    // Nine months of 2,000 yen.
    expect(change).toMatchObject({ kind: 'invoice', status: 'paid', total: 0 })
    expect(change?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['plan_difference', -18_000],
      ['carried', 18_000],
    ])
    expect(returned).toMatchObject({ kind: 'return', status: 'paid', subtotal: -18_000, tax: -1_800, total: -19_800 })
    expect(points?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['point', 30_000],
      ['carried', -18_000],
    ])
    expect(points).toMatchObject({ subtotal: 12_000, tax: 1_200, total: 13_200 })
    const numbers = [year, change, returned, points].map((invoice) => Number(invoice?.number.slice(5)))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    const owed = (await ledgerOf(workspaceId)).filter((row) => row.billing_type === 'payment_invoice')
    expect(owed.map(({ money }) => money)).toEqual([118_800, 0, 0, 13_200])
  })
})

describe('the end of a contract', () => {
  const cheap = async () => {
    const planId = await createPlan(test.db)
    await test.db.updateTable('plans').set({ yearly_price: 7_000 }).where('id', '=', planId).execute()
    return planId
  }

  /** A yearly contract from April that changed to a cheaper plan in December, cancelled. */
  async function endWithCredit(year: number) {
    const contract = await createCompanyContract(test.db, { paymentType: 'yearly', at: inJapan(`${year}-04-01`) })
    const { subscriptionId } = contract
    await closeAt(test, `${year}-05-01`)
    const at = inJapan(`${year}-12-10`)
    const change = { subscriptionId, planId: await cheap(), fromThisCycle: true, requestedBy: null, at }
    await test.db.transaction().execute(async (trx) => {
      await changePlan(trx, change)
      await requestCancellation(trx, { subscriptionId, at })
    })
    return contract
  }

  it('leaves its credit to the next contract of the workspace, once', async () => {
    const { workspaceId, subscriptionId } = await endWithCredit(2024)
    const at = inJapan('2025-04-10')
    const planId = await createPlan(test.db)
    const { id } = await test.db.transaction().execute(async (trx) => {
      const companyId = await insertCompany(trx, COMPANY)
      return startSubscription(trx, { workspaceId, planId, paymentType: 'monthly', companyId, at })
    })
    await closeAt(test, '2025-06-01')
    expect((await linesOf(subscriptionId)).at(1)).toEqual(['plan_difference -8000', 'carried 8000'])
    expect(await linesOf(id)).toEqual([
      ['plan 7000', 'carried -8000', 'carried 1000'],
      ['plan 10000', 'carried -1000'],
    ])
    await closeAt(test, '2025-07-01')
    expect((await linesOf(id)).at(-1)).toEqual(['plan 10000'])
  })

  it('its return invoice says that the money is paid out where no contract follows', async () => {
    const { subscriptionId, workspaceId } = await createCompanyContract(test.db, {
      paymentType: 'yearly',
      at: inJapan('2024-04-01'),
    })
    await closeAt(test, '2024-05-01')
    await test.db.transaction().execute((trx) => unsubscribe(trx, workspaceId))
    await test.db
      .updateTable('subscriptions')
      .set({ end_date: inJapan('2024-06-20') })
      .where('id', '=', subscriptionId)
      .execute()
    await closeAt(test, '2024-08-01')
    const returned = (await invoicesOf(test.db, subscriptionId)).find(({ kind }) => kind === 'return')
    // July to March were paid ahead.
    expect(returned).toMatchObject({ is_refund: true, subtotal: -81_000 })
    const [row] = (await ledgerOf(workspaceId)).filter(({ invoice_id: id }) => id === returned?.id)
    expect(row).toMatchObject({ billing_type: 'payment_invoice', money: 0 })
    // A contract that starts later does not deduct it again.
    const planId = await createPlan(test.db)
    const { id } = await test.db.transaction().execute(async (trx) => {
      const companyId = await insertCompany(trx, COMPANY)
      const at = inJapan('2024-08-10')
      return startSubscription(trx, { workspaceId, planId, paymentType: 'monthly', companyId, at })
    })
    await closeAt(test, '2024-09-01')
    expect(await linesOf(id)).toEqual([['plan 7096']])
  })
})

it('an invoice of 0 yen of a contract by card is in the purchase history', async () => {
  const { subscriptionId, workspaceId } = await createCompanyContract(test.db, {
    paymentType: 'yearly',
    at: inJapan('2024-04-01'),
  })
  await closeAt(test, '2024-05-01')
  const { plan_id: planId } = await test.db
    .selectFrom('subscriptions')
    .select('plan_id')
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  const change = { subscriptionId, planId, paymentType: 'credit_card', fromThisCycle: true, requestedBy: null } as const
  await test.db.transaction().execute((trx) => changePlan(trx, { ...change, at: inJapan('2024-05-10') }))
  await closeAt(test, '2024-06-01')
  const [, invoice, returned] = await invoicesOf(test.db, subscriptionId)
  expect([invoice, returned]).toMatchObject([
    { payment_type: 'credit_card', total: 0 },
    { payment_type: 'credit_card', kind: 'return', is_refund: false },
  ])
  const ids = (await ledgerOf(workspaceId)).map(({ invoice_id: id }) => id)
  expect(ids).toEqual(expect.arrayContaining([invoice?.id, returned?.id]))
})

it('issued invoices and their lines are never changed', async () => {
  const { subscriptionId } = await createCompanyContract(test.db, { at: inJapan('2024-04-01') })
  await closeAt(test, '2024-05-01')
  const [invoice] = await invoicesOf(test.db, subscriptionId)
  const id = invoice?.id ?? 0
  for (const statement of [
    sql`update invoices set total = total + 1, tax = tax + 1 where id = ${id}`,
    sql`delete from invoices where id = ${id}`,
    sql`update invoice_lines set amount = 1 where invoice_id = ${id}`,
    sql`delete from invoice_lines where invoice_id = ${id}`,
    sql`truncate invoice_lines`,
    sql`truncate billing_ledger`,
    sql`truncate usage_ledger`,
  ])
    await expect(statement.execute(test.db)).rejects.toThrow(/never changed|append-only/)
  await sql`update invoices set pdf_key = 'a' where id = ${id}`.execute(test.db)
  await expect(sql`update invoices set pdf_key = 'b' where id = ${id}`.execute(test.db)).rejects.toThrow(
    'never changed',
  )
})

describe('a closing happens once', () => {
  const order = (at: string) => ({ at: inJapan(at), issuer: issuerOf(test.app.config) })

  async function numbers(): Promise<string[]> {
    const rows = await test.db.selectFrom('invoices').select('number').orderBy('number').execute()
    return rows.map(({ number }) => number)
  }

  it('two nodes at the same time make one invoice', async () => {
    const { subscriptionId, workspaceId } = await createCompanyContract(test.db, { at: inJapan('2026-03-01') })
    const { waited } = await atOnce(
      test.db,
      (trx) => lockWorkspace(trx, workspaceId),
      [1, 2].map(() => () => closeAt(test, '2026-04-01')),
    )
    expect(waited).toBe(2)
    expect(await linesOf(subscriptionId)).toEqual([['plan 10000']])
  })

  it('stopped before any of its statements it leaves nothing, and the next run closes the month', async () => {
    const { subscriptionId, workspaceId } = await createCompanyContract(test.db, { at: inJapan('2026-05-01') })
    await buyInvoicedPoints(test.db, workspaceId, 1_000, inJapan('2026-05-02'))
    const before = await numbers()
    let statements = 0
    for (let last = 1; statements === 0; last += 1) {
      let count = 0
      const stopping: KyselyPlugin = {
        transformQuery: ({ node }) => {
          count += 1
          if (count === last) throw new Error('stopped')
          return node
        },
        transformResult: async ({ result }) => result,
      }
      const run = test.db
        .transaction()
        .execute((trx) => closeBatch(trx.withPlugin(stopping), [subscriptionId], order('2026-06-01')))
      const failed = await run.then(
        () => false,
        () => true,
      )
      if (!failed) statements = count
      else expect([await invoicesOf(test.db, subscriptionId), await numbers()]).toEqual([[], before])
    }
    expect(statements).toBeGreaterThan(8)
    expect(await linesOf(subscriptionId)).toEqual([['plan 10000', 'point 1000']])
    await closeAt(test, '2026-06-01')
    expect(await linesOf(subscriptionId)).toHaveLength(1)
  })

  it('numbers have no gaps within a year of issue', async () => {
    const all = await numbers()
    for (const year of new Set(all.map((number) => number.slice(0, 4)))) {
      const ofYear = all.filter((number) => number.startsWith(year))
      expect(ofYear).toEqual(ofYear.map((_, index) => `${year}-${String(index + 1).padStart(6, '0')}`))
    }
  })

  it('a subscription that cannot be closed does not stop the others', async () => {
    const [broken, sound] = await Promise.all(
      [1, 2].map(() => createCompanyContract(test.db, { at: inJapan('2028-01-01') })),
    )
    await sql`alter table month_closings add constraint broken check (subscription_id <> ${sql.lit(broken?.subscriptionId)}) not valid`.execute(
      test.db,
    )
    await expect(closeAt(test, '2028-02-01')).rejects.toThrow('1 subscriptions were not closed')
    expect(await linesOf(sound?.subscriptionId ?? 0)).toEqual([['plan 10000']])
    await sql`alter table month_closings drop constraint broken`.execute(test.db)
    await closeAt(test, '2028-02-01')
    expect(await linesOf(broken?.subscriptionId ?? 0)).toEqual([['plan 10000']])
  })
})
