// How an invitation becomes access. Lock order of all operations that change memberships or roles: user, trees
// (ascending workspace id), workspaces (ascending id), members, invitations. Removals and role changes lock the tree too,
// so an acceptance runs before or after them, never between their statements.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { SharedRole } from '@kaiwa/contract/sharing.ts'
import { lockUser } from '../../accounts/lock-user.ts'
import { lockSeats, recordSeats } from '../../billing/count-seats.ts'
import { takenSeat } from '../../billing/seats.ts'
import { seatOf } from '../../billing/store/seats.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/store/outbox.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockTree } from '../../tree/store/items.ts'
import { publishSharing } from '../sharing/publish-sharing.ts'
import { hasValidInviter } from './has-valid-inviter.ts'
import { keepsAccess } from './keeps-access.ts'
import {
  findInvitation,
  lockInvitation,
  type Invitation,
  type InvitationKey,
  updateAccepted,
} from '../store/invitations.ts'
import { upsertItemRole } from '../store/item-roles.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import { unsubscribe } from '../../billing/store/subscriptions.ts'
import { findJoinedItem, type JoinedItem } from '../store/invited-items.ts'
import { findMembersElsewhere, findWorkspaceId, upsertMember } from '../store/members.ts'
import { closeWorkspace } from '../store/workspaces.ts'
import { findItemMembers, type ItemMember } from '../store/item-members.ts'
import { requiredSeat, currentSeat } from '../seats/seats-of-roles.ts'
import { assertSeat } from '../seats/take-seat.ts'

interface User {
  id: number
  email: string
}

/** Locks the trees and the workspaces: the joined one and the user's own, which this may close. The caller must hold the lock of the user. */
async function lockBoth(trx: Trx, user: User, joinedId: number): Promise<void> {
  const ownId = await findWorkspaceId(trx, user.id)
  const ids = [...new Set([joinedId, ownId ?? joinedId])].toSorted((a, b) => a - b)
  for (const id of ids) await lockTree(trx, id)
  for (const id of ids) await lockWorkspace(trx, id)
}

/** Closes the user's own empty workspace. Refuses if the user belongs to another workspace that is not empty. */
async function leaveEmptyWorkspace(trx: Trx, user: User, workspaceId: number): Promise<void> {
  const [elsewhere] = await findMembersElsewhere(trx, workspaceId, [user.email])
  if (!elsewhere) return
  if (!elsewhere.is_empty) throw new Refusal('WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE', { emails: [user.email] })
  await closeWorkspace(trx, elsewhere.workspace_id)
  await unsubscribe(trx, elsewhere.workspace_id)
}

/** Assigns the role of the invitation on the item. A user from outside the workspace joins it as a guest. */
async function joinItem(trx: Trx, invitation: Invitation, item: JoinedItem, user: User, here: ItemMember | undefined) {
  const given = invitation.role_id as SharedRole
  assertSeat(await lockSeats(trx, invitation.workspace_id), requiredSeat(here, given))
  if (!here) await upsertMember(trx, invitation.workspace_id, user.id, ROLE.guest)
  // An older link never lowers a role that was given later.
  if (!here || here.direct === null || given < here.direct)
    await upsertItemRole(trx, { itemId: item.id, userId: user.id, roleId: given, givenBy: invitation.invited_by })
}

/** Joins the workspace itself. The role of an existing member is only raised, never lowered. */
async function joinWorkspace(trx: Trx, invitation: Invitation, user: User, here: ItemMember | undefined) {
  if (here && here.workspace_role <= invitation.role_id) return
  const seat = takenSeat(here ? currentSeat(here) : null, seatOf(invitation.role_id, null))
  assertSeat(await lockSeats(trx, invitation.workspace_id), seat)
  await upsertMember(trx, invitation.workspace_id, user.id, invitation.role_id)
}

/**
 * Gives the user the access of an invitation. A second acceptance by the same user changes nothing. Refuses with
 * E_NOT_FOUND if another user accepted it, it was withdrawn, its access has ended, or its inviter may no longer give
 * its role; with E_FORBIDDEN if it was sent to another address.
 */
export async function join(trx: Trx, by: InvitationKey, userId: number): Promise<Invitation> {
  const user = await lockUser(trx, userId)
  const named = await findInvitation(trx, by)
  if (!named) throw new Refusal('E_NOT_FOUND')
  await lockBoth(trx, user, named.workspace_id)
  await lockSeats(trx, named.workspace_id)
  const invitation = await lockInvitation(trx, by)
  const item = invitation && (await findJoinedItem(trx, invitation))
  if (!invitation || !item) throw new Refusal('E_NOT_FOUND')
  const [here] = await findItemMembers(trx, item.id, { id: userId })
  if (invitation.accepted_by !== null) {
    if (invitation.accepted_by !== userId || !keepsAccess(invitation, here)) throw new Refusal('E_NOT_FOUND')
    return invitation
  }
  if (!(await hasValidInviter(trx, invitation))) throw new Refusal('E_NOT_FOUND')
  if (user.email.toLowerCase() !== invitation.email.toLowerCase()) throw new Refusal('E_FORBIDDEN', { reason: 'self' })
  if (!here) await leaveEmptyWorkspace(trx, user, invitation.workspace_id)
  if (invitation.item_id === null) await joinWorkspace(trx, invitation, user, here)
  else await joinItem(trx, invitation, item, user, here)
  await recordSeats(trx, invitation.workspace_id)
  await updateAccepted(trx, invitation.id, userId)
  await publish(trx, {
    type: 'invitation.accepted',
    data: {
      invitation_id: invitation.id,
      item_id: invitation.item_id,
      workspace_id: invitation.workspace_id,
      user_id: userId,
    },
  })
  await publishSharing(trx, { ...item, workspaceId: invitation.workspace_id }, [userId])
  return invitation
}
