// How an invitation becomes access. Lock order of all operations that change memberships or roles: user, trees
// (ascending workspace id), seats of the workspace, members, invitations. Removals and role changes lock the tree too,
// so an acceptance runs before or after them, never between their statements.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { SharedRole } from '@kaiwa/contract/sharing.ts'
import { lockUser } from '../../accounts/lock-user.ts'
import { lockSeats } from '../../billing/count-seats.ts'
import { seatOf, takenSeat } from '../../billing/seats.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/events/publish.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockTree } from '../../tree/store/items.ts'
import { publishSharing } from '../sharing/publish-sharing.ts'
import { hasValidInviter } from './has-valid-inviter.ts'
import { findInvitation, holdInvitation, type Invitation, type InvitationKey, markAccepted } from './invitation-rows.ts'
import { putItemRole } from '../sharing/item-roles.ts'
import { closeWorkspace, findElsewhere } from './other-workspace.ts'
import { findPeople, type PersonHere } from '../sharing/people.ts'
import { seatFor, seatNow } from '../seats/seats-of-roles.ts'
import { insistOnSeat } from '../seats/take-seat.ts'

type User = { id: number; email: string }
type Place = { id: number; parent_id: number | null; path: string }

const findPlace = (trx: Trx, { workspace_id: workspaceId, item_id: itemId }: Invitation): Promise<Place | undefined> =>
  trx
    .selectFrom('items')
    .innerJoin('workspaces', 'workspaces.id', 'items.workspace_id')
    .select(['items.id', 'items.parent_id', 'items.path'])
    .where('workspaces.status', '=', 'active')
    .where('items.workspace_id', '=', workspaceId)
    .where('items.trash_id', 'is', null)
    .$call((query) =>
      itemId === null ? query.where('items.parent_id', 'is', null) : query.where('items.id', '=', itemId),
    )
    .executeTakeFirst()

/** Locks the tree of the joined workspace and of the user's current one. The caller must hold the lock of the user. */
const lockTrees = async (trx: Trx, user: User, joinedId: number): Promise<void> => {
  const own = await trx
    .selectFrom('workspace_members')
    .select('workspace_id')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  const ids = new Set([joinedId, own?.workspace_id ?? joinedId])
  for (const id of [...ids].toSorted((a, b) => a - b)) await lockTree(trx, id)
}

/** Closes the user's own empty workspace. Refuses if the user belongs to another workspace that is not empty. */
const leaveEmptyWorkspace = async (trx: Trx, user: User, workspaceId: number): Promise<void> => {
  const [elsewhere] = await findElsewhere(trx, workspaceId, [user.email])
  if (!elsewhere) return
  if (!elsewhere.is_empty) throw new Refusal('WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE', { emails: [user.email] })
  await closeWorkspace(trx, elsewhere.workspace_id)
}

const putMember = (trx: Trx, workspaceId: number, userId: number, role_id: number) =>
  trx
    .insertInto('workspace_members')
    .values({ workspace_id: workspaceId, user_id: userId, role_id })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role_id }))
    .execute()

/** Joins an item. A user who is not in the workspace becomes a guest of it. */
const joinItem = async (trx: Trx, invitation: Invitation, place: Place, user: User, here: PersonHere | undefined) => {
  const given = invitation.role_id as SharedRole
  insistOnSeat(await lockSeats(trx, invitation.workspace_id), seatFor(here, given))
  if (!here) await putMember(trx, invitation.workspace_id, user.id, ROLE.guest)
  // An older link never lowers a role that was given later.
  if (!here || here.direct === null || given < here.direct) await putItemRole(trx, place.id, user.id, given)
}

/** Joins the workspace itself. The role of an existing member is only raised, never lowered. */
const joinWorkspace = async (trx: Trx, invitation: Invitation, user: User, here: PersonHere | undefined) => {
  if (here && here.workspace_role <= invitation.role_id) return
  const seat = takenSeat(here ? seatNow(here) : null, seatOf(invitation.role_id, null))
  insistOnSeat(await lockSeats(trx, invitation.workspace_id), seat)
  await putMember(trx, invitation.workspace_id, user.id, invitation.role_id)
}

/**
 * Gives the user the access of an invitation. A second acceptance by the same user changes nothing. Refuses with
 * E_NOT_FOUND if another user accepted it, it was withdrawn, its access has ended, or its inviter may no longer give
 * its role; with E_FORBIDDEN if it was sent to another address.
 */
export const join = async (trx: Trx, by: InvitationKey, userId: number): Promise<Invitation> => {
  const user = await lockUser(trx, userId)
  const named = await findInvitation(trx, by)
  if (!named) throw new Refusal('E_NOT_FOUND')
  await lockTrees(trx, user, named.workspace_id)
  await lockSeats(trx, named.workspace_id)
  const invitation = await holdInvitation(trx, by)
  const place = invitation && (await findPlace(trx, invitation))
  if (!invitation || !place) throw new Refusal('E_NOT_FOUND')
  const [here] = await findPeople(trx, place.id, { id: userId })
  if (invitation.accepted_by !== null) {
    const isStill = here && (invitation.item_id === null || here.workspace_role !== ROLE.guest || here.direct !== null)
    if (invitation.accepted_by !== userId || !isStill) throw new Refusal('E_NOT_FOUND')
    return invitation
  }
  if (!(await hasValidInviter(trx, invitation))) throw new Refusal('E_NOT_FOUND')
  if (user.email.toLowerCase() !== invitation.email.toLowerCase()) throw new Refusal('E_FORBIDDEN', { reason: 'self' })
  if (!here) await leaveEmptyWorkspace(trx, user, invitation.workspace_id)
  if (invitation.item_id === null) await joinWorkspace(trx, invitation, user, here)
  else await joinItem(trx, invitation, place, user, here)
  await markAccepted(trx, invitation.id, userId)
  await publish(trx, {
    type: 'invitation.accepted',
    data: {
      invitation_id: invitation.id,
      item_id: invitation.item_id,
      workspace_id: invitation.workspace_id,
      user_id: userId,
    },
  })
  await publishSharing(trx, { ...place, workspaceId: invitation.workspace_id }, [userId])
  return invitation
}
