import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { verifyEmailChange as contract } from '@kaiwa/contract/profile.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { resetMailQuota } from './account-mail-limits.ts'
import { emailChangedMail } from '../mails/email-changed.ts'
import { mailName } from '../mails/mail-name.ts'
import { fullName } from '../person.ts'
import { readSettings } from '../profile/settings.ts'
import { changeEmail, findUser } from '../store/users.ts'
import { deleteTokens, consumeEmailChange } from '../store/account-tokens.ts'
import { hashToken } from '../tokens.ts'

/** Notifies the old address by mail and deletes the links that were sent there. Sessions do not change. */
export const verifyEmailChange: Handler<typeof contract> = async ({ query }, { app, request }) => {
  const { id, email } = await app.db.transaction().execute(async (trx) => {
    const change = await consumeEmailChange(trx, hashToken(query.token))
    if (!change?.email) throw new Refusal('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    const user = await findUser(trx, change.user_id)
    if (user.is_disabled) throw new Refusal('E_USER_DISABLED')
    if (!(await changeEmail(trx, user.id, change.email))) throw invalid({ new_email: ['unique'] })
    await deleteTokens(trx, user.id)
    const url = `${publicAddress({ app, request })}/guide/support`
    const values = { name: mailName(fullName(user)), url, newEmail: change.email }
    await app.mail.send(trx, { to: user.email, ...emailChangedMail(readSettings(user.settings).locale, values) })
    return { id: user.id, email: change.email }
  })
  await resetMailQuota(app.db, 'change-email', id, LIMITS.emailLinkMinutes)
  return { email }
}
