import { ROLE } from '@kaiwa/contract/roles.ts'
import { accountAbilities } from '../../accounts/policy.ts'
import type { Actor } from '../../accounts/actor.ts'
import { all, type Decision, when } from '../../tree/policy.ts'

type Caller = Pick<Actor, 'id' | 'workspaceRole'>

export function viewMembers(actor: Caller): Decision {
  return when(accountAbilities(actor).view_members, 'role')
}

export function change(actor: Caller, member: { user_id: number; role_id: number }): Decision {
  return all(viewMembers(actor), when(member.role_id !== ROLE.owner, 'role'), when(member.user_id !== actor.id, 'self'))
}

/**
 * Returns whether the change lowers the role, so that owned items must be transferred. A manager ranks above a member.
 */
export function isLowered(from: number, to: number): boolean {
  return to > from
}
