import type { listMembers as contract } from '@kaiwa/contract/sharing.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { countSeats } from '../../billing/count-seats.ts'
import type { Handler } from '../../platform/http/route.ts'
import { assertAllowed, viewMembers } from '../../tree/policy.ts'
import { findPending } from '../store/invitations.ts'
import { findItemMembers, type ItemMember } from '../store/item-members.ts'
import { effectiveRole } from '../../tree/store/access.ts'
import * as policy from '../policy.ts'
import { presentInvitation, presentMember } from './present-member.ts'
import { offeredRoles } from '../seats/seats-of-roles.ts'
import { findShared } from './shared-item.ts'

/** Sorts owners first, then managers, editors and viewers. */
function rank(person: ItemMember): number {
  const role = policy.shownRole(person)
  return role === ROLE.manager ? ROLE.owner + 0.5 : (role ?? ROLE.guest)
}

/** Lists all users who have access to an item, and the invitations to it. */
export const listMembers: Handler<typeof contract> = async ({ params }, { app: { db }, actor }) => {
  const item = await findShared(db, actor, params.itemId)
  assertAllowed(viewMembers(item))
  const mayInvite = policy.invite(actor, item).allowed
  const [people, invitations, seats] = await Promise.all([
    findItemMembers(db, item.id),
    mayInvite ? findPending(db, { workspaceId: item.workspaceId, itemId: item.id }) : [],
    countSeats(db, item.workspaceId),
  ])
  const here = { actor, item, seats }
  return {
    members_activated: people
      .filter((person) => effectiveRole(person) !== null)
      .toSorted((a, b) => rank(a) - rank(b))
      .map((person) => presentMember(person, here)),
    members_not_activated: invitations.map((invitation) => presentInvitation(invitation, here)),
    can: { invite: mayInvite },
    roles: offeredRoles(seats, undefined, (role) => policy.giveRole(actor, item, role).allowed),
  }
}
