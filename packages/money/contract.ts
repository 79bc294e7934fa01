// A contract as data: what holds in which month, and its years. A plan runs for twelve calendar months, the first one
// included, and renews by twelve.
import type { Consumable } from '@kaiwa/contract/consumables.ts'
import { addMonths, type Day, type Month, monthInJapan, monthOf, monthsBetween, startOfDay } from './days.ts'

export type PaymentType = 'credit_card' | 'monthly' | 'yearly'

/** Limits per month; storage in GB. */
export type Limits = Readonly<Record<Consumable, number>>
/** Points per unit beyond a limit; one point is one yen without tax. */
export type UnitPrices = Readonly<Record<Consumable, number>>

/** A plan as it was sold. Both prices are yen per month without tax. */
export interface PlanTerms {
  name: string
  monthlyPrice: number
  yearlyPrice: number
  limits: Limits
}

/** The terms from a month on. `plan` is null for a membership without a plan. */
export interface Terms {
  from: Month
  plan: PlanTerms | null
  paymentType: PaymentType
  /** False if no fee is charged: a trial, or a plan that the installation gave. */
  isCharged: boolean
}

export interface Contract {
  startDay: Day
  /** The contract is in force before this instant; null without an end. */
  end: Date | null
  /** Sorted by month, one per month. The first begins in the month of `startDay` or before. */
  terms: readonly Terms[]
  membershipPrice: number
  unitPrices: UnitPrices
}

/** The terms of the last change up to the month; those of the start before any change. */
export function termsIn({ terms }: Contract, month: Month): Terms {
  const found = terms.findLast(({ from }) => from <= month) ?? terms[0]
  if (!found) throw new TypeError('A contract without terms')
  return found
}

/** True if the contract has a part of the month. */
export function isInForce({ startDay, end }: Contract, month: Month): boolean {
  return monthOf(startDay) <= month && (end === null || startOfDay(month) < end)
}

/** The month, or the last one that the contract has a part of if that is earlier. */
export function upToEnd({ end }: Pick<Contract, 'end'>, month: Month): Month {
  if (end === null) return month
  const last = monthInJapan(new Date(end.getTime() - 1))
  return last < month ? last : month
}

/** Yen per month without tax under these terms. */
export function monthlyFee({ membershipPrice }: Contract, { plan, paymentType, isCharged }: Terms): number {
  if (!isCharged) return 0
  if (!plan) return membershipPrice
  return paymentType === 'yearly' ? plan.yearlyPrice : plan.monthlyPrice
}

function isChargedPlan(terms: Terms | undefined): boolean {
  return terms !== undefined && terms.plan !== null && terms.isCharged
}

/** The month in which the years of the contract begin: its start, or its last change to a plan from none or a given one. */
function firstOfYears({ startDay, terms }: Pick<Contract, 'startDay' | 'terms'>, month: Month): Month {
  const start = monthOf(startDay)
  const begun = terms.findLast(
    (one, index) => one.from <= month && one.from > start && isChargedPlan(one) && !isChargedPlan(terms[index - 1]),
  )
  return begun?.from ?? start
}

/** First month of the contract's year that contains the month. */
export function contractYear(contract: Pick<Contract, 'startDay' | 'terms'>, month: Month): Month {
  const first = firstOfYears(contract, month)
  return addMonths(first, Math.floor(monthsBetween(first, month) / 12) * 12)
}

/** The next renewal after the instant: the first day of a contract's year. */
export function renewalAfter(contract: Pick<Contract, 'startDay' | 'terms'>, at: Date): Month {
  const now = monthInJapan(at)
  const first = monthOf(contract.startDay)
  return addMonths(contractYear(contract, now < first ? first : now), 12)
}

/** End of a contract that is cancelled at the instant: a membership ends with the month, a plan at its renewal. */
export function endAfterCancellation(contract: Contract, at: Date): Date {
  const { plan } = termsIn(contract, monthInJapan(at))
  return startOfDay(plan ? renewalAfter(contract, at) : addMonths(monthInJapan(at), 1))
}
