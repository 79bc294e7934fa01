// Seats: a plan counts people as editors and viewers. What somebody takes is decided by pure rules over their role in the
// workspace and the highest role that they were given on an item.
import type { Quotas } from '@kaiwa/contract/billing.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'

export type Seat = 'editor' | 'viewer'

/** The owner takes none; managers, members and guests who edit something are editors; a guest without anything takes none. */
export const seatOf = (workspaceRole: number | null, highestItemRole: number | null): Seat | null => {
  if (workspaceRole === null || workspaceRole === ROLE.owner) return null
  if (workspaceRole !== ROLE.guest) return 'editor'
  if (highestItemRole === null) return null
  return highestItemRole <= ROLE.editor ? 'editor' : 'viewer'
}

/** The seat that a change newly takes; null where none is. */
export const takenSeat = (before: Seat | null, after: Seat | null): Seat | null => (after === before ? null : after)

/** Seats of a workspace: how many are left, and whether one beyond the plan is charged instead of refused. */
export type Seats = { left: Pick<Quotas, Seat>; isCharged: boolean }

/** `over` is possible, at an additional charge; `full` is not. */
export const roomFor = ({ left, isCharged }: Seats, seat: Seat | null, count = 1): 'free' | 'over' | 'full' => {
  if (seat === null || left[seat] >= count) return 'free'
  return isCharged ? 'over' : 'full'
}

/**
 * Beyond the plan a workspace that pays by card is charged. One that pays by invoice would need points, which cover
 * nothing yet; a trial has nobody to charge.
 */
export const areSeatsCharged = (plan: { plan_name: string | null; payment_type: string | null }): boolean =>
  plan.plan_name !== null && plan.plan_name !== 'trial' && plan.payment_type === 'credit_card'
