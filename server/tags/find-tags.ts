import type { TagBlockUsage } from '@kaiwa/contract/tags.ts'
import type { Db, Trx } from '../platform/database/database.ts'

export const tagColumns = ['id', 'tag_category_id', 'name', 'appearance', 'display_order'] as const

/** Tags by id, without deleted ones. */
export const findTags = async (db: Db | Trx, ids: readonly number[]): Promise<Map<number, TagBlockUsage['tag']>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tags')
    .select(tagColumns)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
