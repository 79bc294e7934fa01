import { MAIL_LIMIT_REASONS } from '@kaiwa/contract/errors.ts'
import { ApiError } from './api-error.ts'

export interface MailLimit {
  text: 'tooManyMails' | 'tooManyMailsTo'
  emails: string[]
}

/** The daily limit of invitation mails that refused a call: key of its text and the addresses concerned; else null. */
export function mailLimitOf(error: unknown): MailLimit | null {
  if (!(error instanceof ApiError) || error.code !== 'E_TOO_MANY_REQUESTS') return null
  const { reason, emails } = error.body
  if (reason === MAIL_LIMIT_REASONS.all) return { text: 'tooManyMails', emails: [] }
  if (reason !== MAIL_LIMIT_REASONS.address) return null
  return { text: 'tooManyMailsTo', emails: Array.isArray(emails) ? (emails as string[]) : [] }
}
