// Finds the user of an identity. A linked identity signs in its user, even if its address has changed. Another identity is
// matched by its address, which the provider has verified (see docs/decisions/0034-signing-in-with-google.md).
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ensureWorkspace } from '../registration/ensure-workspace.ts'
import { identityLinkedMail } from '../mails/identity-linked.ts'
import { mailName } from '../mails/mail-name.ts'
import { fullName } from '../person.ts'
import { readSettings } from '../profile/settings.ts'
import { findUserByEmail, lockUserRow, markVerified, upsertUnverifiedUser } from '../store/users.ts'
import { deleteTokens } from '../store/account-tokens.ts'
import { findUserByIdentity, insertIdentity } from '../store/identities.ts'
import type { Identity } from './identity.ts'

interface SignInDetails {
  locale: Locale
  origin: string
  provider: string
}

/**
 * Creates a user, or takes over an unverified registration of the address. An attacker may have made that registration, so
 * its password, names and links are replaced or deleted. Undefined if the address belongs to a verified user.
 */
async function createUser(trx: Trx, identity: Identity, locale: Locale) {
  const { email, first_name, last_name } = identity
  const settings = { locale: identity.locale ?? locale }
  const created = await upsertUnverifiedUser(trx, { email, first_name, last_name, password_hash: null, settings })
  if (!created) return undefined
  await deleteTokens(trx, created.id)
  return markVerified(trx, created.id)
}

/** Finds the verified user of the address and notifies them by mail about the new sign-in method. */
async function linkUser(app: App, trx: Trx, identity: Identity, { origin, provider }: SignInDetails) {
  const user = await findUserByEmail(trx, identity.email)
  // The address was changed concurrently.
  if (!user) throw new Refusal('AUTH_INVALID_CREDENTIALS')
  const values = { name: mailName(fullName(user)), provider, url: `${origin}/mypage/profile` }
  await app.mail.send(trx, { to: user.email, ...identityLinkedMail(readSettings(user.settings).locale, values) })
  return user
}

/** The user whose linked identity this is, locked: a password change unlinks identities under this lock. */
async function lockLinkedUser(trx: Trx, identity: Identity) {
  const found = await findUserByIdentity(trx, identity)
  if (!found) return undefined
  await lockUserRow(trx, found.id)
  return findUserByIdentity(trx, identity)
}

/** The user of the identity. Creates and links the user if necessary, with a workspace of the signup plan. */
export async function findOrCreateUser(app: App, trx: Trx, identity: Identity, details: SignInDetails) {
  const known = await lockLinkedUser(trx, identity)
  const user =
    known ?? (await createUser(trx, identity, details.locale)) ?? (await linkUser(app, trx, identity, details))
  if (user.is_disabled) throw new Refusal('E_USER_DISABLED')
  if (!known) await insertIdentity(trx, user.id, identity)
  await ensureWorkspace(app, trx, user)
  return user
}
