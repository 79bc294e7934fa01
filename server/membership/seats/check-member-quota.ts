import { ROLE } from '@kaiwa/contract/roles.ts'
import type { checkMemberQuota as contract, SharedRole } from '@kaiwa/contract/sharing.ts'
import { countSeats } from '../../billing/count-seats.ts'
import { takenSeat } from '../../billing/seats.ts'
import { seatOf } from '../../billing/store/seats.ts'
import type { Handler } from '../../platform/http/route.ts'
import { openInvitation } from '../invitations/open-invitation.ts'
import { findItemMembers } from '../store/item-members.ts'
import { requiredSeat, currentSeat } from './seats-of-roles.ts'
import { assertSeat } from './take-seat.ts'

/** Checks for a free seat before registration. The decision is made when the user joins. */
export const checkMemberQuota: Handler<typeof contract> = async ({ query }, { app: { db } }) => {
  const { invitation, item } = await openInvitation(db, query.token)
  if (invitation.accepted_by !== null) return { success: true }
  const [person] = await findItemMembers(db, item.item_id, { email: invitation.email })
  const seat =
    invitation.role_id >= ROLE.manager
      ? takenSeat(person ? currentSeat(person) : null, seatOf(invitation.role_id, null))
      : requiredSeat(person, invitation.role_id as SharedRole)
  assertSeat(await countSeats(db, invitation.workspace_id), seat)
  return { success: true }
}
