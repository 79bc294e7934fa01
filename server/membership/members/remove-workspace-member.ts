import type { removeWorkspaceMember as contract } from '@kaiwa/contract/members.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { publishSharing } from '../sharing/publish-sharing.ts'
import { withdrawInvitationsBy, withdrawInvitationsTo } from '../store/invitations.ts'
import { findJoinedItem } from '../store/invited-items.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { lockTreeFor } from '../../tree/lock-tree-for.ts'
import { deleteUnreadOfUser } from '../../tree/store/unread-items.ts'
import { publishMembers } from './publish-members.ts'
import { handOver } from './hand-over.ts'
import * as policy from './policy.ts'
import { deleteMember, deletePending, lockMember } from '../store/members.ts'

/**
 * Removes a member from the workspace. Their items go to the workspace owner; their roles and all invitations sent to
 * or by them are deleted. The id of a pending invitation, also one to a folder or a file, withdraws it: the owner and
 * managers may give every role.
 */
export const removeWorkspaceMember: Handler<typeof contract> = ({ body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    assertAllowed(policy.viewMembers(actor))
    const { workspaceId } = actor
    if (workspaceId === null) throw new Refusal('E_NOT_FOUND')
    const member = await lockMember(trx, workspaceId, { id: body.member_id })
    if (!member) {
      const invitation = await deletePending(trx, workspaceId, body.member_id)
      if (!invitation) throw new Refusal('E_NOT_FOUND')
      const item = invitation.item_id !== null && (await findJoinedItem(trx, invitation))
      if (item) await publishSharing(trx, { ...item, workspaceId }, [])
      else await publishMembers(trx, workspaceId, [])
      return { success: true }
    }
    assertAllowed(policy.change(actor, member))
    await handOver(trx, workspaceId, member.user_id)
    await withdrawInvitationsTo(trx, { workspaceId, userId: member.user_id })
    await withdrawInvitationsBy(trx, { workspaceId, userId: member.user_id })
    await deleteUnreadOfUser(trx, member.user_id)
    await deleteMember(trx, workspaceId, member)
    await publishMembers(trx, workspaceId, [member.user_id])
    return { success: true }
  })
