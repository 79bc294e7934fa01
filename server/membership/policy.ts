// Rules for sharing an item: pure functions of the roles of the actor and of the other person on it.
import type { SharedRole } from '@kaiwa/contract/sharing.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'
import { accountAbilities } from '../accounts/policy.ts'
import { all, type Decision, when, YES } from '../tree/decision.ts'
import { inviteMember, mayEdit, type Subject } from '../tree/policy.ts'
import type { MemberRoleSources } from './store/item-members.ts'
import { effectiveRole } from '../tree/store/effective-role.ts'

type Caller = Pick<Actor, 'id' | 'workspaceRole'>
type Other = MemberRoleSources & { id: number }
type Pending = { role_id: number; invited_by: number | null }
type Shared = Subject & { creator_id: number | null }

const isGuest = (role: number | null): boolean => role === ROLE.guest || role === null

/** A folder requires the right to create folders in it, a file an editing role. Guests may not invite. */
export const invite = (actor: Caller, item: Shared): Decision =>
  item.is_project
    ? inviteMember(actor, item)
    : all(when(!isGuest(actor.workspaceRole), 'role'), when(mayEdit(item), 'role'))

/** A user may not give a higher role than their own. */
export const giveRole = (actor: Caller, item: Shared, role: number): Decision =>
  all(invite(actor, item), when(role === ROLE.viewer || mayEdit(item), 'role'))

/** Only the owner and managers may invite managers and members. */
export const inviteToWorkspace = (actor: Caller): Decision => when(accountAbilities(actor).view_members, 'role')

/** A pending invitation may be withdrawn by its inviter and by users who may give its role on the item. */
export const withdrawInvitation = (actor: Caller, item: Shared, invitation: Pending): Decision =>
  invitation.invited_by === actor.id ? YES : giveRole(actor, item, invitation.role_id)

/**
 * Resends it or changes its role. Requires the right over the invitation with its current role and with the new role.
 */
export const changeInvitation = (actor: Caller, item: Shared, invitation: Pending, role: number): Decision =>
  all(withdrawInvitation(actor, item, invitation), giveRole(actor, item, role))

/**
 * Returns whether the person owns the item: the workspace owner, and a member or manager who created it or received
 * its ownership. Guests own nothing.
 */
const isOwner = (person: MemberRoleSources): boolean =>
  person.workspace_role === ROLE.owner || (person.is_creator && !isGuest(person.workspace_role))

/**
 * Whether the role cannot be changed on an item: for item owners, and for managers, whose role comes from the
 * workspace.
 */
export const isFixed = (person: MemberRoleSources): boolean => isOwner(person) || person.workspace_role === ROLE.manager

/** The role that is displayed for a person. */
export const shownRole = (person: MemberRoleSources): number | null =>
  isOwner(person) ? ROLE.owner : effectiveRole(person)

/** The common condition for every change of another person's access to an item. */
const change = (actor: Caller, item: Shared, person: Other): Decision =>
  all(invite(actor, item), when(person.id !== actor.id, 'self'), when(!isFixed(person), 'role'))

/**
 * A member whose role on the root is viewer cannot assign the editor role there, and cannot change or remove editors.
 */
const reaches = (item: Shared, person: Other): Decision =>
  when(mayEdit(item) || effectiveRole(person) === ROLE.viewer, 'role')

export const changeRole = (actor: Caller, item: Shared, person: Other, role: SharedRole): Decision =>
  all(change(actor, item, person), reaches(item, person), giveRole(actor, item, role))

/** Whether the actor may change any role on the item, by the right to invite or by transferring ownership. */
export const changeAnyRole = (actor: Caller, item: Shared): Decision =>
  item.creator_id === actor.id && !isGuest(actor.workspaceRole) ? YES : invite(actor, item)

export const endAccess = (actor: Caller, item: Shared, person: Other): Decision =>
  all(change(actor, item, person), reaches(item, person))

/** Only the item's owner may transfer it, to a member of the workspace who is not a guest. */
export const transfer = (actor: Caller, item: Shared, person: Other): Decision =>
  all(
    when(item.depth > 0, 'root'),
    when(item.creator_id === actor.id && !isGuest(actor.workspaceRole), 'role'),
    when(person.id !== actor.id, 'self'),
    when(!isGuest(person.workspace_role), 'role'),
  )
