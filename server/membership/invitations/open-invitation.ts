import { hashToken } from '../../accounts/tokens.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasValidInviter } from './has-valid-inviter.ts'
import { findInvitation, type Invitation } from '../store/invitations.ts'
import { findInvitedItem, type InvitedItem } from '../store/invited-items.ts'

/**
 * Returns the invitation of a link, accepted or not. Refuses with E_NOT_FOUND if it was withdrawn, its item is gone,
 * or its inviter lost the right to send it.
 */
export async function openInvitation(db: Db, token: string): Promise<{ invitation: Invitation; item: InvitedItem }> {
  const invitation = await findInvitation(db, { hash: hashToken(token) })
  const item = invitation && (await findInvitedItem(db, invitation))
  const isValid = item && (invitation.accepted_by !== null || (await hasValidInviter(db, invitation)))
  if (!isValid) throw new Refusal('E_NOT_FOUND')
  return { invitation, item }
}
