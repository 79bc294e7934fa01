import { sql } from 'kysely'
import { actorOfUser } from '../../accounts/actor-of-user.ts'
import type { App } from '../../platform/app.ts'
import { visibleItems } from '../../workspace/access.ts'
import { mayEdit } from '../../workspace/policy.ts'
import { announceLock } from './announce-lock.ts'
import { endLock } from './lock-row.ts'

/** Whoever may edit a file no longer keeps nobody else from it: their locks on such files end at once. */
export const releaseLostLocks = (app: App, userId: number): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom('edit_locks')
      .innerJoin('transcripts', 'transcripts.id', 'edit_locks.transcript_id')
      .innerJoin('files', 'files.id', 'transcripts.file_id')
      .select(['transcripts.id', 'files.id as file_id', 'files.item_id'])
      .where('edit_locks.user_id', '=', userId)
      .where('edit_locks.state', '=', 'held')
      .where(sql<boolean>`edit_locks.until > clock_timestamp()`)
      .forNoKeyUpdate('files')
      .execute()
    if (held.length === 0) return
    const actor = await actorOfUser(trx, userId)
    const seen = actor
      ? await visibleItems(trx, actor)
          .where(
            'items.id',
            'in',
            held.map(({ item_id: itemId }) => itemId),
          )
          .execute()
      : []
    for (const { id, file_id: fileId, item_id: itemId } of held) {
      const item = seen.find((one) => one.id === itemId)
      if (item && mayEdit(item)) continue
      await endLock(trx, id, 'released')
      await announceLock(trx, fileId, null)
    }
  })
