import { Refusal } from '../platform/refusal.ts'
import type { Decision } from './policy.ts'

/** Ends the call with the policy's reason unless it is allowed. */
export const insist = (decision: Decision): void => {
  if (decision.allowed) return
  if (decision.reason === 'state' || decision.reason === 'edited')
    throw new Refusal('E_CONFLICT', { reason: decision.reason })
  throw new Refusal('E_FORBIDDEN', { reason: decision.reason })
}
