import type { Db, Trx } from '../platform/database/database.ts'
import { findUserByEmail } from './store.ts'

/** Whether somebody has proved this address as theirs. */
export const hasAccount = async (db: Db | Trx, email: string): Promise<boolean> =>
  (await findUserByEmail(db, email))?.email_verified_at != null
