import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { lockUser } from '../lock-user.ts'
import { consumeMailQuota } from './account-mail-limits.ts'
import { emailChangeMail } from '../mails/email-change.ts'
import { mailName } from '../mails/mail-name.ts'
import { fullName } from '../person.ts'
import { readSettings } from '../profile/settings.ts'
import type { UserRow } from '../store/users.ts'
import { replaceToken } from '../store/account-tokens.ts'
import { hashToken, newToken } from '../tokens.ts'

const minutes = LIMITS.emailLinkMinutes

/**
 * Mails a link to the new address and replaces an older pending change. Sends nothing if the mail limit of the account is
 * reached. `assertAllowed` runs in the transaction, after the user row is locked, and throws if the change is no longer
 * allowed.
 */
export async function sendEmailChange(
  app: App,
  user: UserRow,
  email: string,
  origin: string,
  assertAllowed: (trx: Trx) => Promise<void>,
): Promise<void> {
  if (!(await consumeMailQuota(app.db, 'change-email', user.id, minutes))) return
  await app.db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id)
    await assertAllowed(trx)
    const token = newToken()
    await replaceToken(trx, { userId: user.id, purpose: 'change-email', hash: hashToken(token), minutes, email })
    const url = `${origin}/change-email/verify?${new URLSearchParams({ token, email })}`
    const mail = emailChangeMail(readSettings(user.settings).locale, { name: mailName(fullName(user)), url })
    await app.mail.send(trx, { to: email, ...mail })
  })
}
