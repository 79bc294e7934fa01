// Seats: a plan limits the number of editors and viewers. Pure rules decide whether a seat is left.
import type { Quotas } from '@kaiwa/contract/billing.ts'
import type { Seat } from './store/seats.ts'

/** The seat that a change of role takes in addition; null if none. */
export function takenSeat(before: Seat | null, after: Seat | null): Seat | null {
  return after === before ? null : after
}

/** Seats left in a workspace, and whether further ones are charged instead of refused. */
export interface Seats {
  left: Pick<Quotas, Seat>
  isCharged: boolean
}

/** `over`: possible at an additional charge. `full`: not possible. */
export function roomFor({ left, isCharged }: Seats, seat: Seat | null, count = 1): 'free' | 'over' | 'full' {
  if (seat === null || left[seat] >= count) return 'free'
  return isCharged ? 'over' : 'full'
}

/**
 * Additional seats are charged if the workspace pays by credit card. Payment by invoice would need points, which are
 * not implemented yet; a trial cannot be charged.
 */
export function areSeatsCharged(plan: { plan_name: string | null; payment_type: string | null }): boolean {
  return plan.plan_name !== null && plan.plan_name !== 'trial' && plan.payment_type === 'credit_card'
}
