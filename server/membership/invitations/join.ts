// How an invitation becomes access. Lock order of everything that changes memberships or roles: user, trees (ascending
// workspace id), seats of the workspace, members, invitations. Removals and role changes lock the tree too, so that an
// acceptance comes before or after them, never between their statements.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { SharedRole } from '@kaiwa/contract/sharing.ts'
import { lockUser } from '../../accounts/lock-user.ts'
import { holdSeats } from '../../billing/count-seats.ts'
import { seatOf, takenSeat } from '../../billing/seats.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/events/publish.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockTree } from '../../tree/place-item.ts'
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

/** Locks the tree that is joined, and that of the workspace that may be left for it. Needs the lock of the user. */
const lockTrees = async (trx: Trx, user: User, joinedId: number): Promise<void> => {
  const own = await trx
    .selectFrom('workspace_members')
    .select('workspace_id')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  const ids = new Set([joinedId, own?.workspace_id ?? joinedId])
  for (const id of [...ids].toSorted((a, b) => a - b)) await lockTree(trx, id)
}

/** Leaves an own workspace that holds nothing; refuses whoever belongs to another one otherwise. */
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

/** To an item: as a guest of the workspace, where the person is not of it already. */
const joinItem = async (trx: Trx, invitation: Invitation, place: Place, user: User, here: PersonHere | undefined) => {
  const given = invitation.role_id as SharedRole
  insistOnSeat(await holdSeats(trx, invitation.workspace_id), seatFor(here, given))
  if (!here) await putMember(trx, invitation.workspace_id, user.id, ROLE.guest)
  // An older link never takes away what was given since.
  if (!here || here.direct === null || given < here.direct) await putItemRole(trx, place.id, user.id, given)
}

/** To the workspace itself: a guest becomes more, nobody becomes less. */
const joinWorkspace = async (trx: Trx, invitation: Invitation, user: User, here: PersonHere | undefined) => {
  if (here && here.workspace_role <= invitation.role_id) return
  const seat = takenSeat(here ? seatNow(here) : null, seatOf(invitation.role_id, null))
  insistOnSeat(await holdSeats(trx, invitation.workspace_id), seat)
  await putMember(trx, invitation.workspace_id, user.id, invitation.role_id)
}

/**
 * Gives the bearer of an invitation what it promises. Accepted twice by the same person it changes nothing; by somebody
 * else, after it was taken back, after its access has ended, or once its inviter may not give it any more, there is no such
 * invitation.
 */
export const join = async (trx: Trx, by: InvitationKey, userId: number): Promise<Invitation> => {
  const user = await lockUser(trx, userId)
  const named = await findInvitation(trx, by)
  if (!named) throw new Refusal('E_NOT_FOUND')
  await lockTrees(trx, user, named.workspace_id)
  await holdSeats(trx, named.workspace_id)
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
