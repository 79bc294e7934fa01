// Random stories of contracts, and their closing month by month as the job does it.
import * as fc from 'fast-check'
import { closeMonth, type Facts, monthsToClose } from '../close-month.ts'
import { type Contract, endAfterCancellation, isInForce, type PlanTerms, type Terms } from '../contract.ts'
import { addDays, addMonths, type Day, type Month, monthOf, startOfDay } from '../days.ts'
import { excessLines, type MonthUsage } from '../excess.ts'
import type { Line } from '../lines.ts'
import type { Story, StoryEvent } from './oracle.ts'

const GB = 1024 ** 3

function plan(name: string, monthlyPrice: number, yearlyPrice: number, limits: PlanTerms['limits']): PlanTerms {
  return { name, monthlyPrice, yearlyPrice, limits }
}

export const PLANS = [
  plan('minimum', 9_800, 8_166, { minute: 300, storage: 5, chat: 30, editor: 1, viewer: 5 }),
  plan('basic', 29_800, 24_833, { minute: 1_200, storage: 20, chat: 100, editor: 5, viewer: 20 }),
  plan('premium', 99_999, 83_333, { minute: 6_000, storage: 100, chat: 1_000, editor: 50, viewer: 500 }),
] as const

export const UNIT_PRICES = { minute: 10, storage: 50, chat: 20, editor: 3_000, viewer: 300 } as const

const FIRST: Day = '2027-11-28'
const DAYS = 500

const paymentType = fc.constantFrom('credit_card', 'monthly', 'yearly')
/** A membership without a plan is always paid by card. */
const anyTerms = fc
  .record({ plan: fc.option(fc.constantFrom(...PLANS), { freq: 4 }), paymentType })
  .map((terms) => (terms.plan ? terms : ({ plan: null, paymentType: 'credit_card' } as const)))

function eventWithin(days: number): fc.Arbitrary<StoryEvent> {
  const day = fc.integer({ min: 0, max: days }).map((count) => addDays(FIRST, count))
  return fc.oneof(
    fc
      .record({ type: fc.constant('change'), day, terms: anyTerms, fromThisCycle: fc.boolean() })
      .map(({ terms, ...change }): StoryEvent => ({ ...change, ...terms })),
    fc.record({ type: fc.constant('cancel'), day }),
    fc.record({ type: fc.constant('restore'), day }),
    fc
      .record({
        type: fc.constant('usage'),
        day,
        kind: fc.constantFrom('minute', 'chat'),
        amount: fc.integer({ min: -500, max: 3_000 }),
        // The month after the end of a contract is the last one that corrects its months.
        back: fc.integer({ min: 0, max: 27 }),
      })
      .map(({ back, ...values }): StoryEvent => ({ ...values, of: addDays(values.day, -back) })),
    fc
      .record({
        type: fc.constant('level'),
        day,
        kind: fc.constantFrom('storage', 'editor', 'viewer'),
        amount: fc.integer({ min: 0, max: 40 }),
      })
      .map((values) => (values.kind === 'storage' ? { ...values, amount: values.amount * GB + 1 } : values)),
    fc.record({ type: fc.constant('purchase'), day, point: fc.integer({ min: 1_000, max: 50_000 }) }),
  )
}

interface Extent {
  /** Days of the events. */
  days: number
  /** Days within which the contract starts. */
  startDays: number
  maxEvents: number
  /** `max`: any number up to the maximum; otherwise few. */
  size?: 'max'
}

function storyWithin({ days, startDays, maxEvents, size }: Extent): fc.Arbitrary<Story> {
  return fc
    .record({
      startDay: fc.integer({ min: 0, max: startDays }).map((count) => addDays(FIRST, count)),
      terms: anyTerms,
      mayBeGiven: fc.integer({ min: 0, max: 4 }).map((value) => value === 0),
      events: fc.array(eventWithin(days), { maxLength: maxEvents, ...(size && { size }) }),
    })
    .map(({ startDay, events, terms, mayBeGiven }) => ({
      ...terms,
      // The installation gives plans, never memberships, and without a card.
      ...(mayBeGiven && terms.plan ? { isGiven: true, paymentType: 'monthly' as const } : { isGiven: false }),
      startDay,
      membershipPrice: 1_001,
      unitPrices: UNIT_PRICES,
      events: events
        .filter((one) => one.day >= startDay && (one.type !== 'usage' || one.of >= startDay))
        .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    }))
}

/** A year and more with few events in each month. */
export const story = storyWithin({ days: DAYS, startDays: 95, maxEvents: 25 })
/** Three months with many events, in which points are bought and used. */
export const denseStory = storyWithin({ days: 90, startDays: 8, maxEvents: 60, size: 'max' })

/** Days on which months are closed: some are late, and close several months in one run. */
export const closingDays: fc.Arbitrary<Day[]> = fc
  .array(fc.integer({ min: 0, max: DAYS + 40 }), { maxLength: 30 })
  .map((counts) => counts.toSorted((a, b) => a - b).map((count) => addDays(FIRST, count)))

/** Changes that would drop usage which the month owes in yen are refused. */
function mayChange(contract: Contract, change: StoryEvent & { type: 'change' }, usage: MonthUsage = {}): boolean {
  const isByCard = change.plan !== null && change.paymentType === 'credit_card'
  return !change.fromThisCycle || isByCard || excessLines(contract, monthOf(change.day), usage).length === 0
}

/** The data stored before the day. */
export function storedBefore({ startDay, events, isGiven, ...story }: Story, seen: Day) {
  const { plan: given, paymentType: type } = story
  const first: Terms = { from: monthOf(startDay), plan: given, paymentType: type, isCharged: !isGiven }
  let contract: Contract = { ...story, startDay, end: null, terms: [first] }
  const usage = new Map<Month, MonthUsage>()
  const purchases: { day: Day; month: Month; point: number }[] = []
  for (const one of events.filter((candidate) => candidate.day < seen)) {
    const month = monthOf(one.day)
    if (one.type === 'usage' || one.type === 'level') {
      const of = monthOf(one.type === 'usage' ? one.of : one.day)
      const before = usage.get(of)?.[one.kind] ?? 0
      const amount = one.type === 'usage' ? before + one.amount : Math.max(before, one.amount)
      usage.set(of, { ...usage.get(of), [one.kind]: amount })
    }
    if (!isInForce(contract, month)) continue
    if (one.type === 'purchase') purchases.push({ day: one.day, month, point: one.point })
    if (one.type === 'restore') contract = { ...contract, end: null }
    if (one.type === 'cancel' && contract.end === null)
      contract = { ...contract, end: endAfterCancellation(contract, startOfDay(one.day)) }
    const from = one.type === 'change' && !one.fromThisCycle ? addMonths(month, 1) : month
    if (one.type === 'change' && isInForce(contract, from) && mayChange(contract, one, usage.get(month))) {
      const kept = contract.terms.filter((terms) => terms.from < from)
      const { plan: changed, paymentType: payment } = one
      contract = { ...contract, terms: [...kept, { from, plan: changed, paymentType: payment, isCharged: true }] }
    }
  }
  return { contract, usage, purchases }
}

export interface Closed {
  lines: (Line & { closed: Month })[]
  carried: number
  totals: { subtotal: number; total: number }[]
}

/** Closes the months of a story on these days. `shuffle` puts stored rows in another order. */
export function closeStory(told: Story, days: readonly Day[], shuffle = <T>(items: T[]): T[] => items): Closed {
  const closed: Closed = { lines: [], carried: 0, totals: [] }
  const billed = new Map<Month, number>()
  const closedMonths: Month[] = []
  const invoiced = new Set<string>()
  for (const today of days) {
    const { contract, usage, purchases } = storedBefore(told, today)
    for (const month of monthsToClose(contract, monthOf(today), closedMonths)) {
      const open = purchases.filter((one, index) => !invoiced.has(`${index}`) && one.month <= month)
      const facts: Facts = {
        usage: new Map(shuffle([...usage])),
        purchases: shuffle(open),
        billed: new Map(shuffle([...billed])),
        closedMonths: shuffle([...closedMonths]),
        carried: closed.carried,
      }
      const result = closeMonth(contract, month, facts)
      for (const [index, one] of purchases.entries()) if (one.month <= month) invoiced.add(`${index}`)
      closedMonths.push(month)
      closed.carried = result.carried
      if (!result.invoice) continue
      closed.totals.push(result.invoice.totals)
      for (const line of result.invoice.lines) {
        closed.lines.push({ ...line, closed: month })
        if (line.kind === 'point' || line.kind === 'carried') continue
        billed.set(monthOf(line.from), (billed.get(monthOf(line.from)) ?? 0) + line.amount)
      }
    }
  }
  return closed
}
