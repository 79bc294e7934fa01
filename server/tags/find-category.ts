import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { visibleCategories } from './visible-categories.ts'

export type CategoryRow = { id: number; name: string; display_order: number }

/** Returns a category that is visible to the actor. Refuses with E_NOT_FOUND. */
export const findCategory = async (db: Db | Trx, actor: Actor, id: number): Promise<CategoryRow> => {
  const row = await visibleCategories(db, actor)
    .select(['tag_categories.id', 'tag_categories.name', 'tag_categories.display_order'])
    .where('tag_categories.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('E_NOT_FOUND')
  return row
}
