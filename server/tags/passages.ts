import type { Actor } from '../accounts/actor.ts'
import type { Db } from '../platform/database/database.ts'
import { findFile } from '../workspace/files/file-rows.ts'
import { visibleItems } from '../workspace/access.ts'
import { findProject } from '../workspace/items.ts'

/**
 * Marked passages (`mark`, with its live `tags` row and its `file`) of the files that the actor sees in a folder, or of
 * one of them. Refuses with E_NOT_FOUND.
 */
export const passagesOf = async (db: Db, actor: Actor, projectId: number, fileId?: number) => {
  const folder = await findProject(db, actor, projectId)
  if (fileId !== undefined) await findFile(db, actor, fileId, projectId)
  return db
    .selectFrom(visibleItems(db, actor, folder).as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .innerJoin('transcripts', 'transcripts.file_id', 'file.id')
    .innerJoin('block_tags as mark', 'mark.transcript_id', 'transcripts.id')
    .innerJoin('tags', 'tags.id', 'mark.tag_id')
    .where('tags.deleted_at', 'is', null)
    .$if(fileId !== undefined, (query) => query.where('file.id', '=', fileId as number))
}
