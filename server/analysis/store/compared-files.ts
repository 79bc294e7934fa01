import type { FolderScope } from '@kaiwa/contract/folder-scope.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { type ItemRow, itemsInScope } from '../../tree/store/items.ts'

/** A folder that was read for the same actor, and which files below it are compared. */
export interface ComparedFolder {
  folder: ItemRow
  scope: FolderScope
}

/**
 * The visible files of a folder with a completed transcript: `item`, `file`, `transcript`. `offset 0` makes PostgreSQL
 * compute the access join once, before the other joins.
 */
export function comparableFiles(db: Db | Trx, actor: Actor, { folder, scope }: ComparedFolder) {
  return sql`(select seen.id from ${itemsInScope(db, actor, folder, scope)} seen offset 0) item
    join files file on file.item_id = item.id
    join transcripts transcript on transcript.file_id = file.id and transcript.status = 'completed'`
}
