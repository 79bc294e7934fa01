import { makeProductName } from '@kaiwa/contract/product-names.ts'
import type { TagCategory } from '@kaiwa/contract/tags.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { editCategories } from './policy.ts'
import { type CategoryRow, findFirstCategoryId, findVisibleCategory, insertCategory } from './store/categories.ts'

/** Returns a category that is visible to the actor. Refuses with E_NOT_FOUND. */
export async function findCategory(db: Db | Trx, actor: Actor, id: number): Promise<CategoryRow> {
  const row = await findVisibleCategory(db, actor, id)
  if (!row) throw new Refusal('E_NOT_FOUND')
  return row
}

/** The category for tags without one; created with the first tag of a workspace. */
export async function findOrCreateFirstCategory(trx: Trx, actor: Actor, workspaceId: number): Promise<number> {
  const first = await findFirstCategoryId(trx, workspaceId)
  if (first !== undefined) return first
  return (await insertCategory(trx, { workspaceId, name: makeProductName('tag-category'), userId: actor.id })).id
}

/** A category in the form of the API, with the actor's abilities. */
export function presentCategory(actor: Actor, { id, name, display_order }: CategoryRow): TagCategory {
  return {
    id,
    name,
    display_order,
    can: { edit: editCategories(actor).allowed },
  }
}
