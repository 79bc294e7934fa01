import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { verificationMail } from '../mails/verification.ts'
import { mailName } from '../mails/mail-name.ts'
import { fullName } from '../person.ts'
import { readSettings } from '../profile/settings.ts'
import { findUser } from '../store/users.ts'
import { replaceToken } from '../store/account-tokens.ts'
import { hashToken, newToken } from '../tokens.ts'

/** Mails a new link when the transaction commits. Older links become invalid. `origin`: public address of the application. */
export async function sendVerification(app: App, trx: Trx, userId: number, origin: string): Promise<void> {
  const user = await findUser(trx, userId)
  const token = newToken()
  await replaceToken(trx, {
    userId,
    purpose: 'verify-account',
    hash: hashToken(token),
    minutes: LIMITS.verificationHours * 60,
  })
  const url = `${origin}/accounts/verify?${new URLSearchParams({ token, email: user.email })}`
  const mail = verificationMail(readSettings(user.settings).locale, { name: mailName(fullName(user)), url })
  await app.mail.send(trx, { to: user.email, ...mail })
}
