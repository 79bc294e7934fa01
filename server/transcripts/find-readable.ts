import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { visibleItems } from '../tree/access.ts'

/** A completed transcript that the actor may read. Refuses with E_NOT_FOUND. */
export const findReadable = async (db: Db | Trx, actor: Actor, transcriptId: number) => {
  const row = await db
    .selectFrom(visibleItems(db, actor).as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .innerJoin('transcripts', 'transcripts.file_id', 'file.id')
    .select(['transcripts.id', 'transcripts.revision', 'transcripts.created_at'])
    .where('transcripts.id', '=', transcriptId)
    .where('transcripts.status', '=', 'completed')
    .executeTakeFirst()
  if (!row) throw new Refusal('E_NOT_FOUND')
  return row
}
