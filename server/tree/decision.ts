// The result of a policy: allowed, or refused with a reason.
import { Refusal } from '../platform/refusal.ts'

/**
 * Why something is refused: the item is the root, the role is too low, its state does not allow it now, it contains
 * edits made by people, or the action would target the actor.
 */
export type Reason = 'root' | 'role' | 'state' | 'edited' | 'self'
export type Decision = { allowed: true } | { allowed: false; reason: Reason }

export const YES: Decision = { allowed: true }

export function when(condition: boolean, reason: Reason): Decision {
  return condition ? YES : { allowed: false, reason }
}

/** Returns the first refusal, or YES. */
export function all(...decisions: readonly Decision[]): Decision {
  return decisions.find(({ allowed }) => !allowed) ?? YES
}

/** Throws a Refusal with the reason if the decision is not allowed. */
export function assertAllowed(decision: Decision): void {
  if (decision.allowed) return
  if (decision.reason === 'state' || decision.reason === 'edited')
    throw new Refusal('E_CONFLICT', { reason: decision.reason })
  throw new Refusal('E_FORBIDDEN', { reason: decision.reason })
}
