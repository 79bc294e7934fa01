// Looked up in a job, so that the answer to whoever asks takes as long for an address that nobody has.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { job } from '../../../platform/jobs/job.ts'
import { mayMail } from '../../email/mail-limits.ts'
import { magicLinkMail } from '../../mails/magic-link.ts'
import { mailName } from '../../mails/mail-name.ts'
import { fullName } from '../../person.ts'
import { readSettings } from '../../profile/settings.ts'
import { findUserByEmail } from '../../store.ts'
import { putToken } from '../../token-store.ts'
import { hashToken, newToken } from '../../tokens.ts'

const minutes = LIMITS.magicLinkMinutes

/** `origin` is where the page is found, `is_app` whether the link leads on into the desktop app. */
type Wanted = { email: string; origin: string; is_app: boolean }

/** Mails the only link that signs in from now on; nobody is mailed where there is no account. */
export const sendMagicLink = job<Wanted>({
  name: 'accounts.send-magic-link',
  concurrency: 2,
  run: async ({ email, origin, is_app }, { app }) => {
    const user = await findUserByEmail(app.db, email)
    if (!user || user.is_disabled || !(await mayMail(app.db, 'magic-link', user.id, minutes))) return
    const isNew = user.email_verified_at === null
    await app.db.transaction().execute(async (trx) => {
      const token = newToken()
      await putToken(trx, { userId: user.id, purpose: 'magic-link', hash: hashToken(token), minutes })
      const query = new URLSearchParams({ token, email: user.email, is_app: is_app ? '1' : '0' })
      const url = `${origin}/verify/${isNew ? 'register' : 'login'}-magic?${query}`
      const mail = magicLinkMail(readSettings(user.settings).locale, { name: mailName(fullName(user)), url, isNew })
      await app.mail.send(trx, { to: user.email, ...mail })
    })
  },
})
