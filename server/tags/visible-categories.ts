import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { visibleTags } from './visible-tags.ts'

/** Query of the categories visible to the actor: all of their workspace; for a guest only those of visible tags. */
export const visibleCategories = (db: Db | Trx, actor: Actor) =>
  db
    .selectFrom('tag_categories')
    .where('tag_categories.workspace_id', '=', actor.workspaceId ?? -1)
    .where('tag_categories.deleted_at', 'is', null)
    .$if(actor.workspaceRole === ROLE.guest, (query) =>
      query.where('tag_categories.id', 'in', visibleTags(db, actor).select('tags.tag_category_id')),
    )
