import type { Trx } from '../../platform/database/database.ts'
import { lockUser } from '../lock-user.ts'
import type { findUser } from '../store.ts'

type CheckedUser = Pick<Awaited<ReturnType<typeof findUser>>, 'id' | 'password_hash'>

/**
 * Locks the row of a user whose password was checked outside the transaction. Returns false when the password was changed
 * after the check. Until commit, a password change waits and then ends what this transaction creates.
 */
export const lockCheckedUser = async (trx: Trx, checked: CheckedUser): Promise<boolean> => {
  await lockUser(trx, checked.id)
  const { password_hash: current } = await trx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', checked.id)
    .executeTakeFirstOrThrow()
  return current === checked.password_hash
}
