import type { StoredName } from '@kaiwa/contract/product-names.ts'
import { hashToken, newToken } from '../../accounts/tokens.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/store/outbox.ts'
import { changeInvitation, findPendingOf, type Invitation, upsertInvitation } from '../store/invitations.ts'
import { countInvitationMail } from './invitation-mail-limits.ts'
import { sendSharedMail } from './send-shared-mail.ts'

interface Wanted {
  workspaceId: number
  item: StoredName & { id: number | null; kind: 'folder' | 'file' | 'workspace' }
  email: string
  roleId: number
  invitedBy: number
  /** Public origin of the application, for the link. */
  origin: string
}

/**
 * Stores an invitation and mails its link; the previous link to the address stops working. Beyond the mailbox limit,
 * no mail is sent and the last mailed link keeps working. Refuses with E_TOO_MANY_REQUESTS. The caller must hold the
 * lock of the tree.
 */
export async function sendInvitation(app: App, trx: Trx, wanted: Wanted): Promise<Invitation> {
  const { workspaceId, item, email, roleId, invitedBy, origin } = wanted
  const isMailed = await countInvitationMail(trx, { workspaceId, invitedBy, email })
  const token = newToken()
  const before = isMailed ? undefined : await findPendingOf(trx, { workspaceId, itemId: item.id }, email)
  const invitation = before
    ? await changeInvitation(trx, before.id, { roleId, invitedBy })
    : await upsertInvitation(trx, { workspaceId, itemId: item.id, email, roleId, hash: hashToken(token), invitedBy })
  if (isMailed)
    await sendSharedMail(app, trx, {
      to: email,
      invitedBy,
      item,
      kind: item.kind,
      roleId,
      url: `${origin}/verify/join-project?${new URLSearchParams({ token, email })}`,
      isThere: false,
    })
  await publish(trx, {
    type: 'invitation.sent',
    data: { invitation_id: invitation.id, item_id: item.id, workspace_id: workspaceId, invited_by: invitedBy },
  })
  return invitation
}
