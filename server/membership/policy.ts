// Rules for sharing an item: pure functions of the roles of the actor and of the other person on it.
import type { SharedRole } from '@kaiwa/contract/sharing.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'
import { accountAbilities } from '../accounts/policy.ts'
import { all, type Decision, inviteMember, mayEdit, type Subject, when, YES } from '../tree/policy.ts'
import type { MemberRoleSources } from './store/item-members.ts'
import { effectiveRole } from '../tree/store/access.ts'

type Caller = Pick<Actor, 'id' | 'workspaceRole'>
type Other = MemberRoleSources & { id: number }
interface Pending {
  role_id: number
  invited_by: number | null
}
type Shared = Subject & { creator_id: number | null }

function isGuest(role: number | null): boolean {
  return role === ROLE.guest || role === null
}

/** A folder requires the right to create folders in it, a file an editing role. Guests may not invite. */
export function invite(actor: Caller, item: Shared): Decision {
  return item.is_project
    ? inviteMember(actor, item)
    : all(when(!isGuest(actor.workspaceRole), 'role'), when(mayEdit(item), 'role'))
}

/** A user may not give a higher role than their own. */
export function giveRole(actor: Caller, item: Shared, role: number): Decision {
  return all(invite(actor, item), when(role === ROLE.viewer || mayEdit(item), 'role'))
}

/** Only the owner and managers may invite managers and members. */
export function inviteToWorkspace(actor: Caller): Decision {
  return when(accountAbilities(actor).view_members, 'role')
}

/** A pending invitation may be withdrawn by its inviter and by users who may give its role on the item. */
export function withdrawInvitation(actor: Caller, item: Shared, invitation: Pending): Decision {
  return invitation.invited_by === actor.id ? YES : giveRole(actor, item, invitation.role_id)
}

/**
 * Resends it or changes its role. Requires the right over the invitation with its current role and with the new role.
 */
export function changeInvitation(actor: Caller, item: Shared, invitation: Pending, role: number): Decision {
  return all(withdrawInvitation(actor, item, invitation), giveRole(actor, item, role))
}

/**
 * Returns whether the person owns the item: the workspace owner, and a member or manager who created it or received
 * its ownership. Guests own nothing.
 */
function isOwner(person: MemberRoleSources): boolean {
  return person.workspace_role === ROLE.owner || (person.is_creator && !isGuest(person.workspace_role))
}

/**
 * Whether the role cannot be changed on an item: for item owners, and for managers, whose role comes from the
 * workspace.
 */
export function isFixed(person: MemberRoleSources): boolean {
  return isOwner(person) || person.workspace_role === ROLE.manager
}

/** The role that is displayed for a person. */
export function shownRole(person: MemberRoleSources): number | null {
  return isOwner(person) ? ROLE.owner : effectiveRole(person)
}

/** The common condition for every change of another person's access to an item. */
function change(actor: Caller, item: Shared, person: Other): Decision {
  return all(invite(actor, item), when(person.id !== actor.id, 'self'), when(!isFixed(person), 'role'))
}

/**
 * A member whose role on the root is viewer cannot assign the editor role there, and cannot change or remove editors.
 */
function reaches(item: Shared, person: Other): Decision {
  return when(mayEdit(item) || effectiveRole(person) === ROLE.viewer, 'role')
}

export function changeRole(actor: Caller, item: Shared, person: Other, role: SharedRole): Decision {
  return all(change(actor, item, person), reaches(item, person), giveRole(actor, item, role))
}

/** Whether the actor may change any role on the item, by the right to invite or by transferring ownership. */
export function changeAnyRole(actor: Caller, item: Shared): Decision {
  return item.creator_id === actor.id && !isGuest(actor.workspaceRole) ? YES : invite(actor, item)
}

export function endAccess(actor: Caller, item: Shared, person: Other): Decision {
  return all(change(actor, item, person), reaches(item, person))
}

/**
 * Only the item's owner may transfer it. The new owner must be a member of the workspace,
 * not a guest, and without an owner role on the item.
 */
export function transfer(actor: Caller, item: Shared, person: Other): Decision {
  return all(
    when(item.depth > 0, 'root'),
    when(item.creator_id === actor.id && !isGuest(actor.workspaceRole), 'role'),
    when(person.id !== actor.id, 'self'),
    when(!isGuest(person.workspace_role) && !isOwner(person), 'role'),
  )
}
