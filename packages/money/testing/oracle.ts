// A slow, independent computation of what a contract owes: it walks through the days, applies the events of each day, and
// settles every month at its end. It shares no code with the computation under test except the calendar.
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
  | { type: 'purchase'; point: number }
)

export interface Story {
  startDay: Day
  plan: PlanTerms | null
  paymentType: PaymentType
  /** The plan of the start has no fee. */
  isGiven: boolean
  membershipPrice: number
  unitPrices: Readonly<Record<Consumable, number>>
  /** Sorted by day. */
  events: readonly StoryEvent[]
}

interface Terms {
  plan: PlanTerms | null
  paymentType: PaymentType
  isGiven: boolean
}

const GB = 1024 ** 3

/** Yen without tax for all months before `until`, by the events before the day `seen`. */
export function owedBy(story: Story, until: Month, seen: Day): number {
  const terms = new Map<Month, Terms>([[monthOf(story.startDay), story]])
  const used = new Map<Month, Partial<Record<Consumable, number>>>()
  const paid = new Map<Month, number>()
  let end: Month | null = null
  let owed = 0

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
  const excessIn = (month: Month): number => {
    const { plan, paymentType, isGiven } = termsOf(month)
    if (!plan || isGiven || paymentType !== 'credit_card') return 0
    let yen = 0
    for (const [kind, amount] of Object.entries(used.get(month) ?? {}) as [Consumable, number][]) {
      let units = amount - plan.limits[kind]
      if (kind === 'storage') {
        units = 0
        while (plan.limits.storage * GB + units * GB < amount) units += 1
      }
      if (units > 0) yen += units * story.unitPrices[kind]
    }
    return yen
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
    for (const event of story.events) if (event.day === day && day < seen) apply(event, day)
    if (day === lastDayOf(month) && has(month)) settle(month)
  }
  // Later events still correct the usage of earlier months.
  for (const event of story.events)
    if (event.day >= until && event.day < seen && event.type === 'usage') apply(event, event.day)
  for (const month of used.keys()) if (month < until && has(month)) owed += excessIn(month)
  return owed
}
