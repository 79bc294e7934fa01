import { actorOfUser } from '../../accounts/sessions/actor-of-user.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { findItemRow } from '../../tree/store/items.ts'
import type { Invitation } from '../store/invitations.ts'
import * as policy from '../policy.ts'

/**
 * Returns whether the inviter could send this invitation now. A pending invitation is invalid while its inviter is
 * disabled, not in the workspace, or may not give its role (docs/decisions/0062-invitations-and-removal.md).
 */
export async function hasValidInviter(db: Db | Trx, invitation: Invitation): Promise<boolean> {
  if (invitation.invited_by === null) return false
  const inviter = await actorOfUser(db, invitation.invited_by)
  if (!inviter || inviter.workspaceId !== invitation.workspace_id) return false
  if (invitation.item_id === null) return policy.inviteToWorkspace(inviter).allowed
  const item = await findItemRow(db, inviter, invitation.item_id)
  return item !== undefined && policy.giveRole(inviter, item, invitation.role_id).allowed
}
