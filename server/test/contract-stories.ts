// Random stories of contracts: workspaces live through random events by the functions of the program, at simulated
// instants. Every event that took effect is kept, so that the oracle can compute what the workspace owes and has.
import { addDays, addMonths, type Day, type Month, monthOf } from '@kaiwa/money/days.ts'
import type { PlanTerms } from '@kaiwa/money/contract.ts'
import type { Story, StoryEvent } from '@kaiwa/money/testing/oracle.ts'
import { settlePoints } from '../billing/points/settle-points.ts'
import { recordUsage, refundUsage } from '../billing/record-usage.ts'
import { insertCompany } from '../billing/store/companies.ts'
import { changePlan } from '../billing/subscriptions/change-plan.ts'
import { requestCancellation } from '../billing/subscriptions/request-cancellation.ts'
import { restoreSubscription } from '../billing/subscriptions/restore-subscription.ts'
import { startSubscription } from '../billing/subscriptions/start-subscription.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { COMPANY, createPlan } from './factories/contracts.ts'
import { buyInvoicedPoints, inJapan } from './factories/invoices.ts'
import { createOwner, type TestOwner } from './factories/users.ts'

const GB = 1024 ** 3
const TYPES = ['credit_card', 'monthly', 'yearly'] as const
/** Prices and limits of the price list of a fresh installation. */
const UNIT_PRICES = { minute: 10, storage: 50, chat: 20, editor: 3_000, viewer: 300 }
const BASIC_LIMITS = { minute: 10, storage: 1, chat: 5, editor: 0, viewer: 2 }

/** A generator of numbers below a limit; the same seed gives the same story. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  // The first numbers of neighbouring seeds are alike.
  for (let turn = 0; turn < 10; turn += 1) next(2)
  return next
}

export type SoldPlan = PlanTerms & { id: number }

/** Three plans with small limits. */
export function createStoryPlans(db: Db): Promise<SoldPlan[]> {
  const prices = [
    [9_800, 8_166],
    [29_800, 24_833],
    [99_999, 83_333],
  ] as const
  return Promise.all(
    prices.map(async ([monthlyPrice, yearlyPrice], index) => {
      const limits = { minute: 60 * (index + 1), storage: 2 + index, chat: 10, editor: 1, viewer: 5 }
      const id = await createPlan(db, limits)
      const set = { monthly_price: monthlyPrice, yearly_price: yearlyPrice }
      await db.updateTable('plans').set(set).where('id', '=', id).execute()
      return { id, name: `plan ${index}`, monthlyPrice, yearlyPrice, limits }
    }),
  )
}

export interface LivingContract {
  owner: TestOwner
  workspaceId: number
  /** 0 before the start. */
  subscriptionId: number
  story: Story & { events: StoryEvent[] }
  random: (below: number) => number
  stored: number
  /** Counted minutes that can be refunded. */
  counted: { cause: string; day: Day; amount: number }[]
}

function chooseTerms(random: LivingContract['random'], plans: readonly SoldPlan[]) {
  const plan = random(6) === 0 ? null : (plans[random(plans.length)] ?? null)
  return { plan, paymentType: plan ? (TYPES[random(3)] ?? 'monthly') : ('credit_card' as const) }
}

export interface LivingOptions {
  seed: number
  /** The contract starts on a day of the first `months` months. */
  first: Month
  months: number
  plans: readonly SoldPlan[]
  /** False for contracts that start before today: trials begin today. */
  hasTrial: boolean
}

/** An owner whose contract will start later. */
export async function createLivingContract(
  db: Db,
  { seed, first, months, plans, hasTrial }: LivingOptions,
): Promise<LivingContract> {
  const random = randomOf(seed)
  const owner = await createOwner(db, { plan: hasTrial ? 'trial' : null })
  const startDay = addDays(addMonths(first, random(months)), random(31))
  const story = {
    ...chooseTerms(random, plans),
    startDay,
    isGiven: false,
    membershipPrice: 1_000,
    unitPrices: UNIT_PRICES,
    basicLimits: BASIC_LIMITS,
    events: [],
  }
  return { owner, workspaceId: owner.workspaceId, subscriptionId: 0, story, random, stored: 0, counted: [] }
}

function inTrx<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}

async function start(db: Db, contract: LivingContract, at: Date): Promise<void> {
  const { workspaceId } = contract
  const { plan, paymentType } = contract.story
  const planId = (plan as SoldPlan | null)?.id ?? null
  // Usage of the trial in the month is free.
  const trial = { workspaceId, userId: null, at: new Date(at.getTime() - 1000) }
  for (const kind of ['minute', 'chat'] as const)
    await inTrx(db, (trx) => recordUsage(trx, { ...trial, kind, amount: 150, cause: `trial:${kind}:${workspaceId}` }))
  const { id } = await inTrx(db, async (trx) => {
    const companyId = await insertCompany(trx, COMPANY)
    return startSubscription(trx, { workspaceId, planId, paymentType, companyId, at })
  })
  contract.subscriptionId = id
}

/** Runs one random event; returns it, or null if nothing happened. */
async function live(
  db: Db,
  contract: LivingContract,
  { day, at, plans }: { day: Day; at: Date; plans: readonly SoldPlan[] },
): Promise<StoryEvent | null> {
  const { workspaceId, subscriptionId, random, counted } = contract
  const cause = `story:${workspaceId}:${contract.story.events.length}`
  const entry = { workspaceId, userId: null, cause, at }
  switch (random(12)) {
    case 0: {
      const { plan, paymentType } = chooseTerms(random, plans)
      const fromThisCycle = random(2) === 0
      const planId = plan?.id ?? null
      await inTrx(db, (trx) =>
        changePlan(trx, { subscriptionId, planId, paymentType, fromThisCycle, requestedBy: null, at }),
      )
      return { type: 'change', day, plan, paymentType, fromThisCycle }
    }
    case 1:
      await inTrx(db, (trx) => requestCancellation(trx, { subscriptionId, at }))
      return { type: 'cancel', day }
    case 2:
      await inTrx(db, (trx) => restoreSubscription(trx, { subscriptionId, at }))
      return { type: 'restore', day }
    case 3: {
      const point = 1_000 + random(20_000)
      await buyInvoicedPoints(db, workspaceId, point, at)
      return { type: 'purchase', day, point }
    }
    case 4: {
      const amount = random(3 * GB) - GB
      if (contract.stored + amount < 0) return null
      await inTrx(db, (trx) => recordUsage(trx, { ...entry, kind: 'storage', amount }))
      contract.stored += amount
      return { type: 'level', day, kind: 'storage', amount: Math.max(contract.stored, contract.stored - amount) }
    }
    case 5: {
      const refunded = counted.pop()
      if (!refunded || addDays(refunded.day, 27) < day) return null
      await inTrx(db, (trx) => refundUsage(trx, refunded.cause, at))
      return { type: 'usage', day, kind: 'minute', amount: -refunded.amount, of: refunded.day }
    }
    default: {
      const kind = random(3) === 0 ? 'chat' : 'minute'
      const amount = 1 + random(kind === 'chat' ? 8 : 90)
      await inTrx(db, (trx) => recordUsage(trx, { ...entry, kind, amount }))
      if (kind === 'minute') counted.push({ cause, day, amount })
      return { type: 'usage', day, kind, amount, of: day }
    }
  }
}

/** Lives a month from its first day, or from the start of the contract. Nothing happens before that. */
export async function liveMonth(
  db: Db,
  contract: LivingContract,
  { month, plans, until = addMonths(month, 1) }: { month: Month; plans: readonly SoldPlan[]; until?: Day },
): Promise<void> {
  const { story, random, workspaceId } = contract
  if (monthOf(story.startDay) > month) return
  const isFirst = monthOf(story.startDay) === month
  if (isFirst) await start(db, contract, inJapan(`${story.startDay}T00:01`))
  // A month begins with what is stored; the job `billing.open-months` does this.
  const begin = isFirst ? story.startDay : month
  await inTrx(db, (trx) => settlePoints(trx, { workspaceId, at: inJapan(`${begin}T00:02`) }))
  story.events.push({ type: 'level', day: begin, kind: 'storage', amount: contract.stored })
  const days = Array.from({ length: random(7) }, () => addDays(month, random(31)))
    .filter((day) => monthOf(day) === month && day >= story.startDay && day < until)
    .toSorted()
  for (const [index, day] of days.entries()) {
    try {
      const event = await live(db, contract, { day, at: inJapan(`${day}T1${index}:00`), plans })
      if (event) story.events.push(event)
    } catch (error) {
      // The contract has ended, or ends before the change.
      if (!(error instanceof Refusal)) throw error
    }
  }
}
