import type { changeWorkspaceRole as contract } from '@kaiwa/contract/members.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Handler } from '../../platform/http/route.ts'
import { recordSeats } from '../../billing/count-seats.ts'
import { takenSeat } from '../../billing/seats.ts'
import { seatOf } from '../../billing/store/seats.ts'
import { Refusal } from '../../platform/refusal.ts'
import { takeSeats } from '../seats/take-seat.ts'
import { withdrawInvitationsTo } from '../store/invitations.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { lockTreeFor } from '../../tree/lock-tree-for.ts'
import { publishMembers } from './publish-members.ts'
import { handOver } from './hand-over.ts'
import * as policy from './policy.ts'
import { changeMemberRole, findHighestItemRole, lockMember } from '../store/members.ts'

/**
 * Changes a role in the workspace. Lowering it transfers the member's items to the workspace owner and withdraws
 * pending invitations to the member.
 */
export const changeWorkspaceRole: Handler<typeof contract> = ({ body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    assertAllowed(policy.viewMembers(actor))
    const { workspaceId } = actor
    if (workspaceId === null) throw new Refusal('E_NOT_FOUND')
    const member = await lockMember(trx, workspaceId, { userId: body.user_id })
    if (!member) throw new Refusal('E_NOT_FOUND')
    assertAllowed(policy.change(actor, member))
    if (member.role_id === body.role) return { success: true }
    // A guest takes a viewer or an editor seat; a member or manager always takes an editor seat.
    if (member.role_id === ROLE.guest) {
      const now = seatOf(ROLE.guest, await findHighestItemRole(trx, member.user_id))
      await takeSeats(trx, workspaceId, takenSeat(now, seatOf(body.role, null)))
    }
    const isLowered = policy.isLowered(member.role_id, body.role)
    if (isLowered) await handOver(trx, workspaceId, member.user_id)
    // An older invitation to the workspace would undo the change; one to an item would restore access that the lowering
    // ends.
    const scope = isLowered ? {} : { itemId: null }
    await withdrawInvitationsTo(trx, { workspaceId, userId: member.user_id, ...scope })
    await changeMemberRole(trx, member.id, body.role)
    await recordSeats(trx, workspaceId)
    await publishMembers(trx, workspaceId, [member.user_id])
    return { success: true }
  })
