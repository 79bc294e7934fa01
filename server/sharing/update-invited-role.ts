import type { updateInvitedRole as contract } from '@kaiwa/contract/sharing.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { insist } from '../workspace/insist.ts'
import { announceSharing } from './announce-rights.ts'
import { changeInvitedRole, findPendingOf } from './invitations.ts'
import * as policy from './policy.ts'
import { seatFor } from './seats.ts'
import { holdShared } from './shared-item.ts'
import { takeSeats } from './take-seat.ts'

/** Changes what an invitation will give; its link stays as it is. */
export const updateInvitedRole: Handler<typeof contract> = ({ params, body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const item = await holdShared(trx, actor, params.itemId)
    insist(policy.giveRole(actor, item, body.role_id))
    await takeSeats(trx, item.workspaceId, seatFor(undefined, body.role_id))
    const place = { workspaceId: item.workspaceId, itemId: item.id }
    const invitation = await findPendingOf(trx, place, body.to_email)
    if (!invitation) throw new Refusal('E_NOT_FOUND')
    await changeInvitedRole(trx, invitation.id, body.role_id)
    await announceSharing(trx, item, [])
    return { success: true }
  })
