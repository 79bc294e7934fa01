import { actorOfUser } from '../accounts/actor-of-user.ts'
import type { Db } from '../platform/database/database.ts'
import { deleteLost } from './store.ts'

/** After a change of somebody's rights: what they lost would otherwise come back with the next access, long out of date. */
export const forgetLost = (db: Db, userId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const actor = await actorOfUser(trx, userId)
    if (actor) await deleteLost(trx, actor)
  })
