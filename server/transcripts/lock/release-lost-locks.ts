import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { publishLock } from './publish-lock.ts'
import { endLock } from './lock-row.ts'
import { mayHold } from './may-hold.ts'

/** Ends the locks of these users on files that they may no longer edit. */
export const releaseLostLocks = (app: App, userIds: readonly number[]): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom('edit_locks')
      .innerJoin('transcripts', 'transcripts.id', 'edit_locks.transcript_id')
      .innerJoin('files', 'files.id', 'transcripts.file_id')
      .select(['transcripts.id', 'edit_locks.user_id', 'files.id as file_id', 'files.item_id'])
      .where(sql<boolean>`edit_locks.user_id = any(${[...userIds]}::integer[])`)
      .where('edit_locks.state', '=', 'held')
      .where(sql<boolean>`edit_locks.until > clock_timestamp()`)
      .orderBy('files.id')
      .forNoKeyUpdate('files')
      .execute()
    for (const { id, user_id: userId, file_id: fileId, item_id: itemId } of held) {
      if (await mayHold(trx, userId, itemId)) continue
      await endLock(trx, id, 'released')
      await publishLock(trx, fileId, null)
    }
  })

/** Ends the locks of deleted files. After a restore, editing requires a new lock. */
export const releaseDeletedLocks = async ({ db }: Pick<App, 'db'>, fileIds: readonly number[]): Promise<void> => {
  await sql`
    update edit_locks set state = 'released'
    from transcripts join files on files.id = transcripts.file_id join items on items.id = files.item_id
    where transcripts.id = edit_locks.transcript_id and edit_locks.state = 'held'
      and items.trash_id is not null and files.id = any(${[...fileIds]}::integer[])
  `.execute(db)
}
