import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { type MailRequest, countMailRequest, consumeMailQuota } from '../email/account-mail-limits.ts'
import { findUserByEmail, type NewUser, upsertUnverifiedUser } from '../store/users.ts'

const HOURLY_LIMIT = { max: 20, window: 3600 }

/** Counts a registration of an address. Refuses a network with too many registrations of the address. */
export async function countRegistration(db: Db, request: MailRequest): Promise<void> {
  await countMailRequest(db, request, HOURLY_LIMIT)
}

/**
 * Counts the mail of a registration. Returns false if the mail limit of a pending registration is reached; then the
 * stored registration and its link stay as they are.
 */
export async function mayMailRegistration(db: Db, email: string): Promise<boolean> {
  const pending = await findUserByEmail(db, email)
  if (!pending || pending.email_verified_at || pending.is_disabled) return true
  return consumeMailQuota(db, 'verify-account', pending.id, LIMITS.verificationHours * 60)
}

/** Stores an unverified account. Refuses (422, `unique`) the address of a verified user. */
export async function saveRegistration(trx: Trx, user: NewUser): Promise<number> {
  const saved = await upsertUnverifiedUser(trx, user)
  if (saved) return saved.id
  const other = await findUserByEmail(trx, user.email)
  if (other?.email_verified_at) throw invalid({ email: ['unique'] })
  throw new Refusal('AUTH_NOT_ALLOWED_REGISTER')
}
