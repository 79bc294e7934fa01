import type { Locale } from '@kaiwa/contract/fields.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findUserByEmail, lockUserData, upsertUnverifiedUser, type UserRow } from '../store/users.ts'

interface Invitee {
  email: string
  first_name: string
  last_name: string
  locale: Locale
}

/**
 * The account of an address, locked. Without one, creates an account without password whose address is verified by the
 * first mailed link. `isNew`: the user must choose a password first.
 */
export async function inviteAccount(trx: Trx, invitee: Invitee): Promise<{ user: UserRow; isNew: boolean }> {
  const { email, first_name, last_name, locale } = invitee
  const existing = await findUserByEmail(trx, email)
  const created = existing
    ? existing
    : await upsertUnverifiedUser(trx, { email, first_name, last_name, password_hash: null, settings: { locale } })
  // Another call may have created a verified account in the meantime.
  const id = created?.id ?? (await findUserByEmail(trx, email))?.id
  const user = id === undefined ? undefined : await lockUserData(trx, id)
  if (!user) throw new Error('an invited account was not created')
  return { user, isNew: user.email_verified_at === null }
}
