// The gate: how much of each kind can still be used now. Limits are those of the terms in force; without a subscription
// they are 0. Contracts that pay by points are limited by what points still buy, plans by card not at all.
import type { Consumable } from '@kaiwa/contract/payment.ts'
import { type Payer, payerOf } from './payer.ts'
import { BYTES_PER_GB, eachKind, type PerKind, purchasable } from './points/points.ts'
import type { Terms } from './store/terms.ts'

/** Left of a kind that nothing limits: more than any installation has, in bytes too. */
export const UNLIMITED = 1_000_000_000_000_000

const ZERO = eachKind(() => 0)

/** The limits that hold now; a suspended contract has the basic ones. Storage in GB. */
export function limitsOf(terms: Terms | null): PerKind {
  if (!terms) return ZERO
  return eachKind((kind) => (terms.suspended_at === null ? terms[kind] : terms[`basic_${kind}`]))
}

/** Who pays for what exceeds the limits now: nobody for a suspended contract. */
export function payerNow(terms: Terms | null): Payer {
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
export function restOf(terms: Terms | null, kind: Consumable, { used, paid }: Omit<Consumed, 'point'>): number {
  const covered = limitsOf(terms)[kind] + (payerNow(terms) === 'points' ? paid : 0)
  return Math.max(0, covered * unitOf(kind) - used)
}

/** What can still be used, points included; `UNLIMITED` if nothing limits it. Storage in bytes. */
export function leftOf(terms: Terms | null, kind: Consumable, { used, paid, point }: Consumed): number {
  const payer = payerNow(terms)
  if (payer === 'yen') return UNLIMITED
  const bought = payer === 'points' && terms ? purchasable(point, terms[`${kind}_points`]) : 0
  return restOf(terms, kind, { used, paid: paid + bought })
}

function unitOf(kind: Consumable): number {
  return kind === 'storage' ? BYTES_PER_GB : 1
}
