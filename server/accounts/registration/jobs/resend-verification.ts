// Looked up in a job, so that the answer to whoever asks takes as long for an address that nobody has.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { job } from '../../../platform/jobs/job.ts'
import { mayMail } from '../../email/mail-limits.ts'
import { sendVerification } from '../send-verification.ts'
import { findUserByEmail } from '../../store.ts'

/** `origin` is where the page is found. */
type Wanted = { email: string; origin: string }

/** Mails a new link to whoever waits for one; nobody else, and nothing while many were mailed and the last one still works. */
export const sendVerificationAgain = job<Wanted>({
  name: 'accounts.resend-verification',
  concurrency: 2,
  run: async ({ email, origin }, { app }) => {
    const user = await findUserByEmail(app.db, email)
    if (!user || user.email_verified_at || user.is_disabled) return
    if (!(await mayMail(app.db, 'verify-account', user.id, LIMITS.verificationHours * 60))) return
    await app.db.transaction().execute((trx) => sendVerification(app, trx, user.id, origin))
  },
})
