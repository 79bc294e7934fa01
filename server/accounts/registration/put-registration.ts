import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { type Ask, countAsk, mayMail } from '../email/mail-limits.ts'
import { findUserByEmail, type NewUser, putUnverifiedUser } from '../store.ts'

const OFTEN = { max: 20, window: 3600 }

/**
 * Counts one more registration of an address. False while many mails went there that nobody opened: then what was written
 * last stays, and the last link with it. Refuses who asks too often, and nobody else.
 */
export const mayRegister = async (db: Db, asked: Ask): Promise<boolean> => {
  await countAsk(db, asked, OFTEN)
  const waiting = await findUserByEmail(db, asked.email)
  if (!waiting || waiting.email_verified_at || waiting.is_disabled) return true
  return mayMail(db, 'verify-account', waiting.id, LIMITS.verificationHours * 60)
}

/** Writes an account that waits for its address to be verified; refuses (422, `unique`) an address that is taken. */
export const putRegistration = async (trx: Trx, user: NewUser): Promise<number> => {
  const put = await putUnverifiedUser(trx, user)
  if (put) return put.id
  const other = await findUserByEmail(trx, user.email)
  if (other?.email_verified_at) throw invalid({ email: ['unique'] })
  throw new Refusal('AUTH_NOT_ALLOWED_REGISTER')
}
