import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import type { TagState } from '../transcripts/references.ts'
import { visibleTags } from './visible-tags.ts'

/**
 * Returns the state of these tags. Ids that are unknown in the actor's workspace, or invisible to a guest, are missing
 * from the map.
 */
export const resolveTags = async (trx: Trx, actor: Actor, ids: Iterable<number>): Promise<Map<number, TagState>> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await visibleTags(trx, actor, 'deleted too')
    .select(['tags.id', 'tags.deleted_at'])
    // One array parameter, because a statement is limited to 65,535 parameters.
    .where('tags.id', '=', sql<number>`any(${wanted}::integer[])`)
    .execute()
  return new Map(rows.map(({ id, deleted_at }) => [id, deleted_at === null ? 'live' : 'deleted']))
}
