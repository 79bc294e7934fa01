import type { Person } from '@kaiwa/contract/fields.ts'
import { findPerson } from '../../accounts/person.ts'
import { hashToken } from '../../accounts/tokens.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasValidInviter } from './has-valid-inviter.ts'
import { keepsAccess } from './keeps-access.ts'
import { findInvitation, type Invitation } from '../store/invitations.ts'
import { findInvitedItem, type InvitedItem } from '../store/invited-items.ts'
import { findItemMembers } from '../store/item-members.ts'

export interface OpenInvitation {
  invitation: Invitation
  item: InvitedItem
}

/** A pending invitation needs an inviter with the right to send it, an accepted one the access that it gave. */
async function isValid(db: Db, invitation: Invitation, item: InvitedItem): Promise<boolean> {
  if (invitation.accepted_by === null) return hasValidInviter(db, invitation)
  const [here] = await findItemMembers(db, item.item_id, { id: invitation.accepted_by })
  return keepsAccess(invitation, here)
}

/**
 * Returns the invitation of a link, accepted or not. Undefined if it was withdrawn, its item is gone, its inviter lost
 * the right to send it, or its access has ended: the link shows the present name of the item.
 */
export async function findOpenInvitation(db: Db, token: string): Promise<OpenInvitation | undefined> {
  const invitation = await findInvitation(db, { hash: hashToken(token) })
  const item = invitation && (await findInvitedItem(db, invitation))
  return item && (await isValid(db, invitation, item)) ? { invitation, item } : undefined
}

/** The same. Refuses with E_NOT_FOUND. */
export async function openInvitation(db: Db, token: string): Promise<OpenInvitation> {
  const open = await findOpenInvitation(db, token)
  if (!open) throw new Refusal('E_NOT_FOUND')
  return open
}

/** The person who sent the invitation; null once the account is gone. */
export function findInviter(db: Db, { invited_by: id }: Invitation): Promise<Person | null> {
  return id === null ? Promise.resolve(null) : findPerson(db, id)
}
