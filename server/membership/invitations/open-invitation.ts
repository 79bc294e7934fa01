import type { Person } from '@kaiwa/contract/fields.ts'
import { findPerson } from '../../accounts/person.ts'
import { hashToken } from '../../accounts/tokens.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasValidInviter } from './has-valid-inviter.ts'
import { findInvitation, type Invitation } from '../store/invitations.ts'
import { findInvitedItem, type InvitedItem } from '../store/invited-items.ts'

export interface OpenInvitation {
  invitation: Invitation
  item: InvitedItem
}

/**
 * Returns the invitation of a link, accepted or not. Undefined if it was withdrawn, its item is gone, or its inviter
 * lost the right to send it.
 */
export async function findOpenInvitation(db: Db, token: string): Promise<OpenInvitation | undefined> {
  const invitation = await findInvitation(db, { hash: hashToken(token) })
  const item = invitation && (await findInvitedItem(db, invitation))
  const isValid = item && (invitation.accepted_by !== null || (await hasValidInviter(db, invitation)))
  return isValid ? { invitation, item } : undefined
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
