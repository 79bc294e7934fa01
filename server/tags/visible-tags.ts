import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { visibleItems } from '../workspace/access.ts'

/**
 * Tags that the actor may know: those of their workspace. A guest knows those that they made and those that mark
 * something in a file that they see: names of tags tell much about the rest.
 */
export const visibleTags = (db: Db | Trx, actor: Actor, which: 'live' | 'deleted too' = 'live') =>
  db
    .selectFrom('tags')
    .where('tags.workspace_id', '=', actor.workspaceId ?? -1)
    .$if(which === 'live', (query) => query.where('tags.deleted_at', 'is', null))
    .$if(actor.workspaceRole === ROLE.guest, (query) =>
      query.where(
        sql<boolean>`(tags.created_by = ${actor.id} or exists (
          select from block_tags mark
          join transcripts on transcripts.id = mark.transcript_id
          join files on files.id = transcripts.file_id
          join ${visibleItems(db, actor)} item on item.id = files.item_id
          where mark.tag_id = tags.id))`,
      ),
    )
