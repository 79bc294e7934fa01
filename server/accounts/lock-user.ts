import type { Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { lockUserRow } from './store/users.ts'

/**
 * Locks the user's row until commit and returns the current address. Serialises changes of the user's membership. The lock
 * does not block foreign keys to users, so it can be taken before the lock of a tree. Refuses with E_USER_DISABLED.
 */
export async function lockUser(trx: Trx, userId: number): Promise<{ id: number; email: string; is_operator: boolean }> {
  const { is_disabled: isDisabled, ...user } = await lockUserRow(trx, userId)
  if (isDisabled) throw new Refusal('E_USER_DISABLED')
  return user
}
