import { hashToken } from '../accounts/tokens.ts'
import type { Db } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findInvitation, type Invitation } from './invitations.ts'
import { findInvitedItem, type InvitedItem } from './invited-item.ts'

/** The invitation behind a link, accepted or not. Refuses with E_NOT_FOUND once it was taken back or its item is gone. */
export const openInvitation = async (db: Db, token: string): Promise<{ invitation: Invitation; item: InvitedItem }> => {
  const invitation = await findInvitation(db, { hash: hashToken(token) })
  const item = invitation && (await findInvitedItem(db, invitation))
  if (!invitation || !item) throw new Refusal('E_NOT_FOUND')
  return { invitation, item }
}
