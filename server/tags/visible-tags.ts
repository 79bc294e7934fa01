import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { visibleItems } from '../tree/access.ts'

/**
 * Query of the tags visible to the actor: all of their workspace. A guest sees only their own tags and those used in
 * visible files, because the names of other tags may be confidential.
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
