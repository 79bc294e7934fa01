// A simulated year: fifty workspaces live through random events by the functions of the program, each month is closed, and
// the invoices are compared with an oracle that computes what every workspace owes from its events.
import { addDays, addMonths, type Day, type Month, monthOf } from '@kaiwa/money/days.ts'
import type { PlanTerms } from '@kaiwa/money/contract.ts'
import { owedBy, type Story, type StoryEvent } from '@kaiwa/money/testing/oracle.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordUsage, refundUsage } from '../../billing/record-usage.ts'
import { insertCompany } from '../../billing/store/companies.ts'
import { changePlan } from '../../billing/subscriptions/change-plan.ts'
import { requestCancellation } from '../../billing/subscriptions/request-cancellation.ts'
import { restoreSubscription } from '../../billing/subscriptions/restore-subscription.ts'
import { startSubscription } from '../../billing/subscriptions/start-subscription.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { COMPANY, createPlan } from '../../test/factories/contracts.ts'
import { buyInvoicedPoints, closeAt, inJapan, invoicesOf } from '../../test/factories/invoices.ts'
import { createOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

const WORKSPACES = 50
const FIRST: Month = '2027-04-01'
const MONTHS = 12
const GB = 1024 ** 3

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

/** A generator of numbers below a limit; the same seed gives the same year. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type SoldPlan = PlanTerms & { id: number }

async function createPlans(): Promise<SoldPlan[]> {
  const prices = [
    [9_800, 8_166],
    [29_800, 24_833],
    [99_999, 83_333],
  ] as const
  return Promise.all(
    prices.map(async ([monthlyPrice, yearlyPrice], index) => {
      const limits = { minute: 60 * (index + 1), storage: 2 + index, chat: 10, editor: 1, viewer: 5 }
      const id = await createPlan(test.db, limits)
      const set = { monthly_price: monthlyPrice, yearly_price: yearlyPrice }
      await test.db.updateTable('plans').set(set).where('id', '=', id).execute()
      return { id, name: `plan ${index}`, monthlyPrice, yearlyPrice, limits }
    }),
  )
}

interface Workspace {
  id: number
  subscriptionId: number
  story: Story & { events: StoryEvent[] }
  random: (below: number) => number
  stored: number
  /** Counted minutes that can be refunded. */
  counted: { cause: string; day: Day; amount: number }[]
  isStarted: boolean
}

const TYPES = ['credit_card', 'monthly', 'yearly'] as const

function chooseTerms(random: Workspace['random'], plans: readonly SoldPlan[]) {
  const plan = random(6) === 0 ? null : (plans[random(plans.length)] ?? null)
  return { plan, paymentType: plan ? (TYPES[random(3)] ?? 'monthly') : ('credit_card' as const) }
}

async function createWorkspace(index: number, plans: readonly SoldPlan[]): Promise<Workspace> {
  const random = randomOf(index + 1)
  for (let turn = 0; turn < 10; turn += 1) random(2)
  const owner = await createOwner(test.db, { plan: 'trial' })
  const startDay = addDays(addMonths(FIRST, random(4)), random(31))
  const unitPrices = { minute: 10, storage: 50, chat: 20, editor: 3_000, viewer: 300 }
  const story = {
    ...chooseTerms(random, plans),
    startDay,
    isGiven: false,
    membershipPrice: 1_000,
    unitPrices,
    events: [],
  }
  return { id: owner.workspaceId, subscriptionId: 0, story, random, stored: 0, counted: [], isStarted: false }
}

function inTrx<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  return test.db.transaction().execute(work)
}

async function start(workspace: Workspace, at: Date): Promise<void> {
  const { plan, paymentType } = workspace.story
  const planId = (plan as SoldPlan | null)?.id ?? null
  // Usage of the trial in the month is free.
  const trial = { workspaceId: workspace.id, userId: null, at: new Date(at.getTime() - 1000) }
  for (const kind of ['minute', 'chat'] as const)
    await inTrx((trx) => recordUsage(trx, { ...trial, kind, amount: 150, cause: `trial:${kind}:${workspace.id}` }))
  const { id } = await inTrx(async (trx) => {
    const companyId = await insertCompany(trx, COMPANY)
    return startSubscription(trx, { workspaceId: workspace.id, planId, paymentType, companyId, at })
  })
  workspace.subscriptionId = id
  workspace.isStarted = true
}

/** Runs one random event; returns it, or null if nothing happened. */
async function live(workspace: Workspace, day: Day, at: Date, plans: readonly SoldPlan[]): Promise<StoryEvent | null> {
  const { id: workspaceId, subscriptionId, random, counted } = workspace
  const cause = `year:${workspaceId}:${workspace.story.events.length}`
  const entry = { workspaceId, userId: null, cause, at }
  switch (random(12)) {
    case 0: {
      const { plan, paymentType } = chooseTerms(random, plans)
      const fromThisCycle = random(2) === 0
      const planId = plan?.id ?? null
      await inTrx((trx) =>
        changePlan(trx, { subscriptionId, planId, paymentType, fromThisCycle, requestedBy: null, at }),
      )
      return { type: 'change', day, plan, paymentType, fromThisCycle }
    }
    case 1:
      await inTrx((trx) => requestCancellation(trx, { subscriptionId, at }))
      return { type: 'cancel', day }
    case 2:
      await inTrx((trx) => restoreSubscription(trx, { subscriptionId, at }))
      return { type: 'restore', day }
    case 3: {
      const point = 1_000 + random(20_000)
      await buyInvoicedPoints(test.db, workspaceId, point, at)
      return { type: 'purchase', day, point }
    }
    case 4: {
      const amount = random(3 * GB) - GB
      if (workspace.stored + amount < 0) return null
      await inTrx((trx) => recordUsage(trx, { ...entry, kind: 'storage', amount }))
      workspace.stored += amount
      return { type: 'level', day, kind: 'storage', amount: Math.max(workspace.stored, workspace.stored - amount) }
    }
    case 5: {
      const refunded = counted.pop()
      if (!refunded || addDays(refunded.day, 27) < day) return null
      await inTrx((trx) => refundUsage(trx, refunded.cause, at))
      return { type: 'usage', day, kind: 'minute', amount: -refunded.amount, of: refunded.day }
    }
    default: {
      const kind = random(3) === 0 ? 'chat' : 'minute'
      const amount = 1 + random(kind === 'chat' ? 8 : 90)
      await inTrx((trx) => recordUsage(trx, { ...entry, kind, amount }))
      if (kind === 'minute') counted.push({ cause, day, amount })
      return { type: 'usage', day, kind, amount, of: day }
    }
  }
}

async function liveMonth(workspace: Workspace, month: Month, plans: readonly SoldPlan[]): Promise<void> {
  const { story, random } = workspace
  if (monthOf(story.startDay) > month) return
  const isFirst = monthOf(story.startDay) === month
  if (isFirst) await start(workspace, inJapan(`${story.startDay}T00:01`))
  // A month begins with what is stored.
  story.events.push({ type: 'level', day: isFirst ? story.startDay : month, kind: 'storage', amount: workspace.stored })
  const days = Array.from({ length: random(7) }, () => addDays(month, random(31)))
    .filter((day) => monthOf(day) === month && day >= story.startDay)
    .toSorted()
  for (const [index, day] of days.entries()) {
    try {
      const event = await live(workspace, day, inJapan(`${day}T1${index}:00`), plans)
      if (event) story.events.push(event)
    } catch (error) {
      // The contract has ended, or ends before the change.
      if (!(error instanceof Refusal)) throw error
    }
  }
}

it('a year of fifty workspaces closes with the yen of the oracle', { timeout: 300_000 }, async () => {
  const plans = await createPlans()
  const workspaces = await Promise.all(Array.from({ length: WORKSPACES }, (_, index) => createWorkspace(index, plans)))
  for (let count = 0; count < MONTHS; count += 1) {
    const month = addMonths(FIRST, count)
    for (const workspace of workspaces) await liveMonth(workspace, month, plans)
    // The closing of August fails and is made up for with September's.
    if (month !== '2027-08-01') await closeAt(test, addMonths(month, 1))
  }
  const until = addMonths(FIRST, MONTHS)
  let sum = 0
  let corrections = 0
  for (const { subscriptionId, story } of workspaces) {
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
    expect({ subscriptionId, billed }).toEqual({ subscriptionId, billed: owedBy(story, until, until) })
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
