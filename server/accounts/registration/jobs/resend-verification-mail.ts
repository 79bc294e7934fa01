// The address is looked up in a job, so that the response time does not reveal whether it has an account.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { job } from '../../../platform/jobs/job.ts'
import { consumeMailQuota } from '../../email/account-mail-limits.ts'
import { sendVerification } from '../send-verification.ts'
import { findUserByEmail } from '../../store/users.ts'

/** `origin`: public address of the application. */
interface JobData {
  email: string
  origin: string
}

/** Mails a new link to an unverified user. Sends nothing if the mail limit of the account is reached. */
export const resendVerificationMail = job<JobData>({
  name: 'accounts.resend-verification',
  concurrency: 2,
  run: async ({ email, origin }, { app }) => {
    const user = await findUserByEmail(app.db, email)
    if (!user || user.email_verified_at || user.is_disabled) return
    if (!(await consumeMailQuota(app.db, 'verify-account', user.id, LIMITS.verificationHours * 60))) return
    await app.db.transaction().execute((trx) => sendVerification(app, trx, user.id, origin))
  },
})
