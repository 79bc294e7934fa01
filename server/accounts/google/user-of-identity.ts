// Whose account an identity opens. An identity that is known opens its user's, whatever its address is by now. An unknown
// one is looked up by its address, which the provider has verified (see docs/decisions/0034-signing-in-with-google.md).
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { giveWorkspace } from '../registration/give-workspace.ts'
import { identityLinkedMail } from '../mails/identity-linked.ts'
import { mailName } from '../mails/mail-name.ts'
import { fullName } from '../person.ts'
import { readSettings } from '../profile/settings.ts'
import { findUserByEmail, markVerified, putUnverifiedUser } from '../store.ts'
import { deleteTokens } from '../token-store.ts'
import { findUserOfIdentity, linkIdentity } from './google-store.ts'
import type { Identity } from './identity.ts'

type Way = { locale: Locale; origin: string; provider: string }

/**
 * A new account, or one whose registration was never verified, taken over: what was written there may be a stranger's who
 * waited for the true owner, so that password, names and mailed links of it are gone. Undefined where the address is
 * somebody's.
 */
const createUser = async (trx: Trx, identity: Identity, locale: Locale) => {
  const { email, first_name, last_name } = identity
  const settings = { locale: identity.locale ?? locale }
  const put = await putUnverifiedUser(trx, { email, first_name, last_name, password_hash: null, settings })
  if (!put) return undefined
  await deleteTokens(trx, put.id)
  return markVerified(trx, put.id)
}

/** The owner of a verified account is told that there is another way in. */
const linkUser = async (app: App, trx: Trx, identity: Identity, { origin, provider }: Way) => {
  const user = await findUserByEmail(trx, identity.email)
  // The address changed hands in this moment.
  if (!user) throw new Refusal('AUTH_INVALID_CREDENTIALS')
  const values = { name: mailName(fullName(user)), provider, url: `${origin}/mypage/profile` }
  await app.mail.send(trx, { to: user.email, ...identityLinkedMail(readSettings(user.settings).locale, values) })
  return user
}

/** The user whom the identity opens, made and linked where need be, with the workspace of the signup plan. */
export const userOfIdentity = async (app: App, trx: Trx, identity: Identity, way: Way) => {
  const known = await findUserOfIdentity(trx, identity)
  const user = known ?? (await createUser(trx, identity, way.locale)) ?? (await linkUser(app, trx, identity, way))
  if (user.is_disabled) throw new Refusal('E_USER_DISABLED')
  if (!known) await linkIdentity(trx, user.id, identity)
  await giveWorkspace(app, trx, user)
  return user
}
