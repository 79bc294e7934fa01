import { Refusal } from '../platform/refusal.ts'
import type { Decision } from './policy.ts'

/** Throws a Refusal with the policy's reason if the decision is not allowed. */
export const assertAllowed = (decision: Decision): void => {
  if (decision.allowed) return
  if (decision.reason === 'state' || decision.reason === 'edited')
    throw new Refusal('E_CONFLICT', { reason: decision.reason })
  throw new Refusal('E_FORBIDDEN', { reason: decision.reason })
}
