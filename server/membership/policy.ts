// Who may share an item, with whom and as what: pure rules over how the actor and the other person stand to it.
import type { SharedRole } from '@kaiwa/contract/sharing.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'
import { accountAbilities } from '../accounts/policy.ts'
import { type Decision, inviteMember, mayEdit, type Subject } from '../tree/policy.ts'
import { effectiveRole, type Standing } from './sharing/people.ts'

type Who = Pick<Actor, 'id' | 'workspaceRole'>
type Other = Standing & { id: number }
type Pending = { role_id: number; invited_by: number | null }
type Shared = Subject & { creator_id: number | null }

const YES: Decision = { allowed: true }
const no = (reason: 'role' | 'root' | 'self'): Decision => ({ allowed: false, reason })
const all = (...decisions: Decision[]): Decision => decisions.find(({ allowed }) => !allowed) ?? YES
const when = (condition: boolean, reason: 'role' | 'root' | 'self'): Decision => (condition ? YES : no(reason))

const isGuest = (role: number | null): boolean => role === ROLE.guest || role === null

/** A folder: whoever may make folders in it. A file: whoever is editor of it, guests excepted. */
export const invite = (actor: Who, item: Shared): Decision =>
  item.is_project
    ? inviteMember(actor, item)
    : all(when(!isGuest(actor.workspaceRole), 'role'), when(mayEdit(item), 'role'))

/** Nobody gives more than they have. */
export const giveRole = (actor: Who, item: Shared, role: number): Decision =>
  all(invite(actor, item), when(role === ROLE.viewer || mayEdit(item), 'role'))

/** Managers and members are invited by the owner and the managers. */
export const inviteToWorkspace = (actor: Who): Decision => when(accountAbilities(actor).view_members, 'role')

/** A pending invitation is taken back by its inviter, and by those who may give its role there. */
export const withdrawInvitation = (actor: Who, item: Shared, invitation: Pending): Decision =>
  invitation.invited_by === actor.id ? YES : giveRole(actor, item, invitation.role_id)

/** Sends it again or changes its role: needs the right over the invitation as it is and as it will be. */
export const changeInvitation = (actor: Who, item: Shared, invitation: Pending, role: number): Decision =>
  all(withdrawInvitation(actor, item, invitation), giveRole(actor, item, role))

/** The item's owner: a member or manager who made it or was given it. Guests own nothing. */
const isOwner = (person: Standing): boolean =>
  person.workspace_role === ROLE.owner || (person.is_creator && !isGuest(person.workspace_role))

/** Owners and managers have theirs by the workspace; it cannot be changed on an item. */
export const isFixed = (person: Standing): boolean => isOwner(person) || person.workspace_role === ROLE.manager

/** The role that is shown for somebody. */
export const shownRole = (person: Standing): number | null => (isOwner(person) ? ROLE.owner : effectiveRole(person))

/** Everything that changes what somebody else has on an item. */
const change = (actor: Who, item: Shared, person: Other): Decision =>
  all(invite(actor, item), when(person.id !== actor.id, 'self'), when(!isFixed(person), 'role'))

/** What a member at the root, who is viewer there, may not give they may not take either. */
const reaches = (item: Shared, person: Other): Decision =>
  when(mayEdit(item) || effectiveRole(person) === ROLE.viewer, 'role')

export const changeRole = (actor: Who, item: Shared, person: Other, role: SharedRole): Decision =>
  all(change(actor, item, person), reaches(item, person), giveRole(actor, item, role))

/** Whether there is any role on the item that the actor may change: by the right to invite, or by giving it away. */
export const changeAnyRole = (actor: Who, item: Shared): Decision =>
  item.creator_id === actor.id && !isGuest(actor.workspaceRole) ? YES : invite(actor, item)

export const endAccess = (actor: Who, item: Shared, person: Other): Decision =>
  all(change(actor, item, person), reaches(item, person))

/** Only the owner gives it away, to somebody of the workspace who is no guest. */
export const transfer = (actor: Who, item: Shared, person: Other): Decision =>
  all(
    when(item.depth > 0, 'root'),
    when(item.creator_id === actor.id && !isGuest(actor.workspaceRole), 'role'),
    when(person.id !== actor.id, 'self'),
    when(!isGuest(person.workspace_role), 'role'),
  )
