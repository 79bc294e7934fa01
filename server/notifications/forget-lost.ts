import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import type { Db } from '../platform/database/database.ts'
import { deleteLost } from './store.ts'

/**
 * Deletes notifications that users lost access to after a change of their rights. Otherwise these would reappear,
 * outdated, when access is given again.
 */
export const forgetLost = async (db: Db, userIds: readonly number[]): Promise<void> => {
  for (const userId of userIds)
    await db.transaction().execute(async (trx) => {
      const actor = await actorOfUser(trx, userId)
      if (actor) await deleteLost(trx, actor)
    })
}
