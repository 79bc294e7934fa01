import { ROLE } from '@kaiwa/contract/roles.ts'
import { accountAbilities } from '../../accounts/policy.ts'
import type { Actor } from '../../accounts/actor.ts'
import { all, type Decision, when } from '../../tree/decision.ts'

type Caller = Pick<Actor, 'id' | 'workspaceRole'>

export const viewMembers = (actor: Caller): Decision => when(accountAbilities(actor).view_members, 'role')

export const change = (actor: Caller, member: { user_id: number; role_id: number }): Decision =>
  all(viewMembers(actor), when(member.role_id !== ROLE.owner, 'role'), when(member.user_id !== actor.id, 'self'))

/**
 * Returns whether the change lowers the role, so that owned items must be transferred. A manager ranks above a member.
 */
export const isLowered = (from: number, to: number): boolean => to > from
