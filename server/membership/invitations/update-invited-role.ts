import type { updateInvitedRole as contract } from '@kaiwa/contract/sharing.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { publishSharing } from '../sharing/publish-sharing.ts'
import { changeInvitation, findPendingOf } from '../store/invitations.ts'
import * as policy from '../policy.ts'
import { requiredSeat } from '../seats/seats-of-roles.ts'
import { lockShared } from '../sharing/shared-item.ts'
import { takeSeats } from '../seats/take-seat.ts'

/** Changes the role of a pending invitation and keeps its link. */
export const updateInvitedRole: Handler<typeof contract> = ({ params, body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, item } = await lockShared(trx, caller, params.itemId)
    assertAllowed(policy.giveRole(actor, item, body.role_id))
    await takeSeats(trx, item.workspaceId, requiredSeat(undefined, body.role_id))
    const scope = { workspaceId: item.workspaceId, itemId: item.id }
    const invitation = await findPendingOf(trx, scope, body.to_email)
    if (!invitation) throw new Refusal('E_NOT_FOUND')
    assertAllowed(policy.changeInvitation(actor, item, invitation, body.role_id))
    await changeInvitation(trx, invitation.id, { roleId: body.role_id, invitedBy: actor.id })
    await publishSharing(trx, item, [])
    return { success: true }
  })
