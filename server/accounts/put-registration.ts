import type { Trx } from '../platform/database/database.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { findUserByEmail, type NewUser, putUnverifiedUser } from './store.ts'

/** Writes an account that waits for its address to be verified; refuses (422, `unique`) an address that is taken. */
export const putRegistration = async (trx: Trx, user: NewUser): Promise<number> => {
  const put = await putUnverifiedUser(trx, user)
  if (put) return put.id
  const other = await findUserByEmail(trx, user.email)
  if (other?.email_verified_at) throw invalid({ email: ['unique'] })
  throw new Refusal('AUTH_NOT_ALLOWED_REGISTER')
}
