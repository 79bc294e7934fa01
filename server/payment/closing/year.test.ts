// A simulated year: fifty workspaces live through random events by the functions of the program, each month is closed, and
// the invoices and points are compared with an oracle that computes what every workspace owes and has from its events.
import { addMonths, type Month } from '@kaiwa/money/days.ts'
import { reckon } from '@kaiwa/money/testing/oracle.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLivingContract, createStoryPlans, liveMonth } from '../../test/contract-stories.ts'
import { closeAt, invoicesOf } from '../../test/factories/invoices.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

const WORKSPACES = 50
const FIRST: Month = '2027-04-01'
const MONTHS = 12

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

it('a year of fifty workspaces closes with the yen of the oracle', { timeout: 300_000 }, async () => {
  const plans = await createStoryPlans(test.db)
  const story = { first: FIRST, months: 4, plans, hasTrial: true }
  const workspaces = await Promise.all(
    Array.from({ length: WORKSPACES }, (_, index) => createLivingContract(test.db, { ...story, seed: index + 1 })),
  )
  for (let count = 0; count < MONTHS; count += 1) {
    const month = addMonths(FIRST, count)
    for (const contract of workspaces) await liveMonth(test.db, contract, { month, plans })
    // The closing of August fails and is made up for with September's.
    if (month !== '2027-08-01') await closeAt(test, addMonths(month, 1))
  }
  const until = addMonths(FIRST, MONTHS)
  let sum = 0
  let corrections = 0
  for (const { subscriptionId, workspaceId, story: told } of workspaces) {
    const invoices = await invoicesOf(test.db, subscriptionId)
    const lines = invoices.filter(({ kind }) => kind === 'invoice').flatMap((invoice) => invoice.lines)
    const { carried } = await test.db
      .selectFrom('month_closings')
      .select('carried')
      .where('subscription_id', '=', subscriptionId)
      .orderBy('month', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const refunds = invoices.filter(({ is_refund: isRefund }) => isRefund)
    const refunded = refunds.reduce((total, { subtotal }) => total - subtotal, 0)
    const billed = lines.reduce((total, { amount }) => total + amount, 0) - carried - refunded
    const { point } = await test.db
      .selectFrom('workspaces')
      .select('point')
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow()
    const { owed, points } = reckon(told, until, until)
    expect({ subscriptionId, billed, point }).toEqual({ subscriptionId, billed: owed, point: points })
    sum += billed
    corrections += lines.filter(({ kind }) => kind === 'adjustment' || kind === 'plan_difference').length
    for (const { subtotal, tax, lines: own } of invoices) {
      expect(subtotal).toBe(own.reduce((all, { amount }) => all + amount, 0))
      expect(tax).toBe(Math.trunc(subtotal / 10))
    }
  }
  // The year has all that the rules are about.
  expect(sum).toBeGreaterThan(5_000_000)
  expect(corrections).toBeGreaterThan(20)

  const { rows } = await sql<{ ledger: number; invoices: number }>`
    select (select sum(money) from billing_ledger where billing_type = 'payment_invoice')::bigint as ledger,
      (select sum(total) from invoices where kind = 'invoice' and payment_type <> 'credit_card')::bigint as invoices
  `.execute(test.db)
  expect(rows[0]?.ledger).toBe(rows[0]?.invoices)
  const numbers = await test.db.selectFrom('invoices').select('number').orderBy('number').execute()
  for (const year of ['2027', '2028']) {
    const ofYear = numbers.flatMap(({ number }) => (number.startsWith(year) ? [Number(number.slice(5))] : []))
    expect(ofYear).toEqual(ofYear.map((_, index) => index + 1))
  }
})
