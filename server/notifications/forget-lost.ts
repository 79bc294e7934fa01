import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import type { Db } from '../platform/database/database.ts'
import { deleteLost } from './store.ts'

/** After a change of people's rights: what they lost would otherwise come back with the next access, long out of date. */
export const forgetLost = async (db: Db, userIds: readonly number[]): Promise<void> => {
  for (const userId of userIds)
    await db.transaction().execute(async (trx) => {
      const actor = await actorOfUser(trx, userId)
      if (actor) await deleteLost(trx, actor)
    })
}
