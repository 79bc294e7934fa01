// A slow, independent computation of what a contract owes: it walks through the days, applies the events of each day, and
// settles every month at its end. Points are bought back and spent again unit by unit after each event. It shares no code
// with the computation under test except the calendar.
import type { Consumable } from '@kaiwa/contract/consumables.ts'
import type { PaymentType, PlanTerms } from '../contract.ts'
import { addDays, addMonths, type Day, daysIn, lastDayOf, type Month, monthOf } from '../days.ts'

export type StoryEvent = { day: Day } & (
  | { type: 'change'; plan: PlanTerms | null; paymentType: PaymentType; fromThisCycle: boolean }
  | { type: 'cancel' }
  | { type: 'restore' }
  /** Minutes or chats of a day up to this one: negative where they are given back. */
  | { type: 'usage'; kind: 'minute' | 'chat'; amount: number; of: Day }
  /** Bytes or persons on this day. */
  | { type: 'level'; kind: 'storage' | 'editor' | 'viewer'; amount: number }
  /** Points that the invoice of the month contains. */
  | { type: 'purchase'; point: number }
  /** Points that no invoice contains: paid by card, or given. */
  | { type: 'points'; point: number }
)

export interface Story {
  startDay: Day
  plan: PlanTerms | null
  paymentType: PaymentType
  /** The plan of the start has no fee. */
  isGiven: boolean
  membershipPrice: number
  unitPrices: Readonly<Record<Consumable, number>>
  /** Limits of a membership without a plan; without them its points are not computed. */
  basicLimits?: Readonly<Record<Consumable, number>>
  /** Sorted by day. */
  events: readonly StoryEvent[]
}

interface Terms {
  plan: PlanTerms | null
  paymentType: PaymentType
  isGiven: boolean
}

const GB = 1024 ** 3

/** Points pay for these kinds in this order. */
const PAID_FIRST = ['minute', 'chat', 'storage', 'editor', 'viewer'] as const

export interface Reckoning {
  /** Yen without tax for all months before `until`. */
  owed: number
  /** Points left after the last event. */
  points: number
  /** Units that points paid for, of all months. */
  paid: Record<Consumable, number>
}

/** Yen without tax for all months before `until`, by the events before the day `seen`. */
export function owedBy(story: Story, until: Month, seen: Day): number {
  return reckon(story, until, seen).owed
}

export function reckon(story: Story, until: Month, seen: Day): Reckoning {
  const terms = new Map<Month, Terms>([[monthOf(story.startDay), story]])
  const used = new Map<Month, Partial<Record<Consumable, number>>>()
  const paid = new Map<Month, number>()
  let end: Month | null = null
  const spent = new Map<Month, Partial<Record<Consumable, number>>>()
  let owed = 0
  let points = 0

  const termsOf = (month: Month): Terms => {
    let found: Terms = story
    for (const [from, value] of [...terms].toSorted(([a], [b]) => (a < b ? -1 : 1))) if (from <= month) found = value
    return found
  }
  const has = (month: Month): boolean => end === null || month < end
  /** Walks through the months: a year begins after twelve, and where a plan with a fee begins. */
  const yearOf = (month: Month): Month => {
    const isPlan = ({ plan, isGiven }: Terms): boolean => plan !== null && !isGiven
    let begins = monthOf(story.startDay)
    for (let one = begins; one <= month; one = addMonths(one, 1)) {
      const isFirst = one === monthOf(story.startDay)
      if (one === addMonths(begins, 12)) begins = one
      if (!isFirst && isPlan(termsOf(one)) && !isPlan(termsOf(addMonths(one, -1)))) begins = one
    }
    return begins
  }
  const unitsBeyond = (limit: number, kind: Consumable, amount: number): number => {
    if (kind !== 'storage') return Math.max(0, amount - limit)
    let units = 0
    while (limit * GB + units * GB < amount) units += 1
    return units
  }
  const excessIn = (month: Month): number => {
    const { plan, paymentType, isGiven } = termsOf(month)
    if (!plan || isGiven || paymentType !== 'credit_card') return 0
    let yen = 0
    for (const [kind, amount] of Object.entries(used.get(month) ?? {}) as [Consumable, number][])
      yen += unitsBeyond(plan.limits[kind], kind, amount) * story.unitPrices[kind]
    return yen
  }
  /** Gives the points of the month back, and spends what its usage costs now. A month that has ended spends no more than before. */
  const spend = (month: Month, hasEnded: boolean): void => {
    const before = spent.get(month) ?? {}
    for (const kind of PAID_FIRST) points += (before[kind] ?? 0) * story.unitPrices[kind]
    const { plan, paymentType } = termsOf(month)
    const pays = has(month) && !(plan && paymentType === 'credit_card')
    const limits = plan?.limits ?? story.basicLimits
    const now: Partial<Record<Consumable, number>> = {}
    for (const kind of PAID_FIRST) {
      const wanted = pays && limits ? unitsBeyond(limits[kind], kind, used.get(month)?.[kind] ?? 0) : 0
      let units = 0
      while (units < wanted && points >= story.unitPrices[kind] && !(hasEnded && units >= (before[kind] ?? 0))) {
        units += 1
        points -= story.unitPrices[kind]
      }
      now[kind] = units
    }
    spent.set(month, now)
  }
  const priceOf = (month: Month, { plan, paymentType, isGiven }: Terms): number => {
    if (isGiven) return 0
    const price = plan ? (paymentType === 'yearly' ? plan.yearlyPrice : plan.monthlyPrice) : story.membershipPrice
    if (month !== monthOf(story.startDay)) return price
    let charged = 0
    for (let day = story.startDay; day <= lastDayOf(month); day = addDays(day, 1)) charged += 1
    return Math.floor((price * charged) / daysIn(month))
  }
  const apply = (event: StoryEvent, day: Day): void => {
    const month = monthOf(day)
    if (event.type === 'usage' || event.type === 'level') {
      const of = monthOf(event.type === 'usage' ? event.of : day)
      const amounts = used.get(of) ?? {}
      const before = amounts[event.kind] ?? 0
      used.set(of, {
        ...amounts,
        [event.kind]: event.type === 'usage' ? before + event.amount : Math.max(before, event.amount),
      })
    }
    if (event.type === 'purchase' || event.type === 'points') points += event.point
    if (!has(month)) return
    if (event.type === 'purchase' && month < until) owed += event.point
    if (event.type === 'change') {
      const from = event.fromThisCycle ? month : addMonths(month, 1)
      if (!has(from)) return
      // Amounts that the month owes in yen are kept.
      const isByCard = event.plan !== null && event.paymentType === 'credit_card'
      if (event.fromThisCycle && !isByCard && excessIn(month) > 0) return
      for (const later of terms.keys()) if (later >= from) terms.delete(later)
      terms.set(from, { ...event, isGiven: false })
    }
    if (event.type === 'restore') end = null
    if (event.type === 'cancel' && end === null) {
      end = addMonths(yearOf(month), 12)
      if (termsOf(month).plan === null) end = addMonths(month, 1)
    }
  }
  /** Pays a month, and under a yearly contract the rest of the year; what was paid at another price is settled. */
  const settle = (month: Month): void => {
    const current = termsOf(month)
    for (let later = month; later < addMonths(yearOf(month), 12); later = addMonths(later, 1)) {
      const isWanted = later === month || current.paymentType === 'yearly'
      const wanted = isWanted && has(later) ? priceOf(later, current) : 0
      owed += wanted - (paid.get(later) ?? 0)
      paid.set(later, wanted)
    }
  }

  for (let day = story.startDay; day < until; day = addDays(day, 1)) {
    const month = monthOf(day)
    for (const event of story.events)
      if (event.day === day && day < seen) {
        apply(event, day)
        if (event.type === 'usage' && monthOf(event.of) < month) spend(monthOf(event.of), true)
        if (event.type !== 'cancel' && event.type !== 'restore') spend(month, false)
      }
    if (day === lastDayOf(month) && has(month)) settle(month)
  }
  // Later events still correct the usage of earlier months.
  for (const event of story.events)
    if (event.day >= until && event.day < seen && event.type === 'usage') apply(event, event.day)
  for (const month of used.keys()) if (month < until && has(month)) owed += excessIn(month)
  const unitsOf = (kind: Consumable): number => [...spent.values()].reduce((sum, units) => sum + (units[kind] ?? 0), 0)
  return {
    owed,
    points,
    paid: {
      minute: unitsOf('minute'),
      storage: unitsOf('storage'),
      chat: unitsOf('chat'),
      editor: unitsOf('editor'),
      viewer: unitsOf('viewer'),
    },
  }
}
