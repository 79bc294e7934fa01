// Rules for managing the members of a workspace: allowed for its owner and managers. No user may change the owner or
// themselves.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { accountAbilities } from '../../accounts/policy.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Decision } from '../../tree/policy.ts'

type Caller = Pick<Actor, 'id' | 'workspaceRole'>

export const viewMembers = (actor: Caller): Decision =>
  accountAbilities(actor).view_members ? { allowed: true } : { allowed: false, reason: 'role' }

export const change = (actor: Caller, member: { user_id: number; role_id: number }): Decision => {
  const may = viewMembers(actor)
  if (!may.allowed) return may
  if (member.role_id === ROLE.owner) return { allowed: false, reason: 'role' }
  return member.user_id === actor.id ? { allowed: false, reason: 'self' } : { allowed: true }
}

/**
 * Returns whether the change lowers the role, so that owned items must be transferred. A manager ranks above a member.
 */
export const isLowered = (from: number, to: number): boolean => to > from
