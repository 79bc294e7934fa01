import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { visibleTags } from './visible-tags.ts'

export type TagState = 'live' | 'deleted'

/** What became of tags of the actor's workspace; ids that it never had, or that a guest does not see, are not in it. */
export const resolveTags = async (trx: Trx, actor: Actor, ids: Iterable<number>): Promise<Map<number, TagState>> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await visibleTags(trx, actor, 'deleted too')
    .select(['tags.id', 'tags.deleted_at'])
    // One parameter, however many there are: a statement takes 65,535.
    .where('tags.id', '=', sql<number>`any(${wanted}::integer[])`)
    .execute()
  return new Map(rows.map(({ id, deleted_at }) => [id, deleted_at === null ? 'live' : 'deleted']))
}
