// The address is looked up in a job, so that the response time does not reveal whether it has an account.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { job } from '../../../platform/jobs/job.ts'
import { consumeMailQuota } from '../../email/account-mail-limits.ts'
import { magicLinkMail } from '../../mails/magic-link.ts'
import { mailName } from '../../mails/mail-name.ts'
import { fullName } from '../../person.ts'
import { readSettings } from '../../profile/settings.ts'
import { findUserByEmail } from '../../store/users.ts'
import { replaceToken } from '../../store/account-tokens.ts'
import { hashToken, newToken } from '../../tokens.ts'

const minutes = LIMITS.magicLinkMinutes

/** `origin`: public address of the application. `is_app`: the link opens the companion app. */
interface JobData {
  email: string
  origin: string
  is_app: boolean
}

/** Mails a link that signs in and replaces older ones. Sends nothing to an address without an account. */
export const sendMagicLink = job<JobData>({
  name: 'accounts.send-magic-link',
  concurrency: 2,
  run: async ({ email, origin, is_app }, { app }) => {
    const user = await findUserByEmail(app.db, email)
    if (!user || user.is_disabled || !(await consumeMailQuota(app.db, 'magic-link', user.id, minutes))) return
    const isNew = user.email_verified_at === null
    await app.db.transaction().execute(async (trx) => {
      const token = newToken()
      await replaceToken(trx, { userId: user.id, purpose: 'magic-link', hash: hashToken(token), minutes })
      const query = new URLSearchParams({ token, email: user.email, is_app: is_app ? '1' : '0' })
      const url = `${origin}/verify/${isNew ? 'register' : 'login'}-magic?${query}`
      const mail = magicLinkMail(readSettings(user.settings).locale, { name: mailName(fullName(user)), url, isNew })
      await app.mail.send(trx, { to: user.email, ...mail })
    })
  },
})
