import { actorOfUser } from '../../accounts/sessions/actor-of-user.ts'
import { hasSession } from '../../accounts/sessions/has-session.ts'
import type { Trx } from '../../platform/database/database.ts'
import { visibleItems } from '../../tree/access.ts'
import { mayEdit } from '../../tree/policy.ts'

/**
 * Whether the user has a session and may edit the file of this item under current rights. A lock of anyone else is
 * void.
 */
export const mayHold = async (trx: Trx, userId: number, itemId: number): Promise<boolean> => {
  const actor = await actorOfUser(trx, userId)
  if (!actor || !(await hasSession(trx, userId))) return false
  const item = await visibleItems(trx, actor).where('items.id', '=', itemId).executeTakeFirst()
  return item !== undefined && mayEdit(item)
}
