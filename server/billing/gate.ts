// The gate: how much of each kind can still be used now. Limits are those of the terms in force; without a subscription
// they are 0. Contracts that pay by points are limited by what points still buy, plans by card not at all.
import type { Consumable } from '@kaiwa/contract/consumables.ts'
import { type Payer, type PayerTerms, payerOf } from './payer.ts'
import { BYTES_PER_GB, eachKind, type PerKind, purchasable } from './points/points.ts'
import type { Terms } from './store/terms.ts'

/** Left of a kind that nothing limits: more than any installation has, in bytes too. */
export const UNLIMITED = 1_000_000_000_000_000

const ZERO = eachKind(() => 0)

/** The terms of one kind: limits in minutes, chats, persons or GB, and points per unit. */
export interface KindTerms extends PayerTerms {
  suspended_at: Date | null
  limit_amount: number
  basic_amount: number
  price: number
}

export function termsOfKind(terms: Terms, kind: Consumable): KindTerms {
  return {
    ...terms,
    limit_amount: terms[kind],
    basic_amount: terms[`basic_${kind}`],
    price: terms[`${kind}_points`],
  }
}

/** The limit that holds now; a suspended contract has the basic one. */
function limitOf({ suspended_at, limit_amount, basic_amount }: KindTerms): number {
  return suspended_at === null ? limit_amount : basic_amount
}

/** All limits that hold now. Storage in GB. */
export function limitsOf(terms: Terms | null): PerKind {
  return terms ? eachKind((kind) => limitOf(termsOfKind(terms, kind))) : ZERO
}

/** The payment of usage beyond the limits now; null for a suspended contract. */
export function payerNow(terms: (PayerTerms & { suspended_at: Date | null }) | null): Payer {
  return terms && terms.suspended_at === null ? payerOf(terms) : 'none'
}

export interface Consumed {
  /** Minutes, chats, persons, or bytes. */
  used: number
  /** Units that points pay for in the month; storage in GB. */
  paid: number
  /** Points left. */
  point: number
}

/** Without further points: the rest of the limit and of what points pay for already. Storage in bytes. */
export function restOf(terms: KindTerms | null, kind: Consumable, { used, paid }: Omit<Consumed, 'point'>): number {
  if (!terms) return 0
  const covered = limitOf(terms) + (payerNow(terms) === 'points' ? paid : 0)
  return Math.max(0, covered * (kind === 'storage' ? BYTES_PER_GB : 1) - used)
}

/** The amount that can still be used, points included; `UNLIMITED` if nothing limits it. Storage in bytes. */
export function leftOf(terms: KindTerms | null, kind: Consumable, { used, paid, point }: Consumed): number {
  if (!terms) return 0
  const payer = payerNow(terms)
  if (payer === 'yen') return UNLIMITED
  const bought = payer === 'points' ? purchasable(point, terms.price) : 0
  return restOf(terms, kind, { used, paid: paid + bought })
}
