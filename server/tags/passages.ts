import type { FolderScope } from '@kaiwa/contract/folder-scope.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db } from '../platform/database/database.ts'
import { findFile } from '../files/file-rows.ts'
import { findProject } from '../tree/item-rows.ts'
import { itemsInScope } from '../tree/items-in-scope.ts'

type Where = { projectId: number; scope: FolderScope; fileId?: number | undefined }

/**
 * Query of marked passages (`mark`, with its `tags` row and its `file`, deleted tags excluded) in the visible files of
 * a folder, of the folders below it, or of one of its files. Refuses with E_NOT_FOUND.
 */
export const passagesOf = async (db: Db, actor: Actor, { projectId, scope, fileId }: Where) => {
  const folder = await findProject(db, actor, projectId)
  if (fileId !== undefined) await findFile(db, actor, fileId, projectId)
  return db
    .selectFrom(itemsInScope(db, actor, folder, scope).as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .innerJoin('transcripts', 'transcripts.file_id', 'file.id')
    .innerJoin('block_tags as mark', 'mark.transcript_id', 'transcripts.id')
    .innerJoin('tags', 'tags.id', 'mark.tag_id')
    .where('tags.deleted_at', 'is', null)
    .$if(fileId !== undefined, (query) => query.where('file.id', '=', fileId as number))
}
