import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { lockUser } from '../lock-user.ts'
import { mayMail } from './mail-limits.ts'
import { emailChangeMail } from '../mails/email-change.ts'
import { mailName } from '../mails/mail-name.ts'
import { fullName } from '../person.ts'
import { readSettings } from '../profile/settings.ts'
import type { findUser } from '../store.ts'
import { putToken } from '../token-store.ts'
import { hashToken, newToken } from '../tokens.ts'

const minutes = LIMITS.emailLinkMinutes

/**
 * Mails the link to the new address, which thereby is the only one that waits; nothing while many were mailed. `assertAllowed`
 * checks in the transaction, after the user row is locked, that what allowed the change still holds.
 */
export const sendEmailChange = async (
  app: App,
  user: Awaited<ReturnType<typeof findUser>>,
  email: string,
  origin: string,
  assertAllowed: (trx: Trx) => Promise<void>,
): Promise<void> => {
  if (!(await mayMail(app.db, 'change-email', user.id, minutes))) return
  await app.db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id)
    await assertAllowed(trx)
    const token = newToken()
    await putToken(trx, { userId: user.id, purpose: 'change-email', hash: hashToken(token), minutes, email })
    const url = `${origin}/change-email/verify?${new URLSearchParams({ token, email })}`
    const mail = emailChangeMail(readSettings(user.settings).locale, { name: mailName(fullName(user)), url })
    await app.mail.send(trx, { to: email, ...mail })
  })
}
