// Positions of tags in their categories: 0, 1, 2, … without gaps. The caller holds `lockTags`.
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'

/** Ids of a category's tags by position. */
export const tagsOfCategory = async (trx: Trx, categoryId: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('tags')
    .select('id')
    .where('tag_category_id', '=', categoryId)
    .where('deleted_at', 'is', null)
    .orderBy('display_order')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Assigns these tags, in this order, to a category. */
export const arrangeTags = async (trx: Trx, categoryId: number, ids: readonly number[]): Promise<void> => {
  await sql`
    update tags set tag_category_id = ${categoryId}, display_order = placed.place - 1
    from unnest(${ids}::integer[]) with ordinality as placed (id, place)
    where tags.id = placed.id
  `.execute(trx)
}
