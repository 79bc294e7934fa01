import type { TagCategory } from '@kaiwa/contract/tags.ts'
import type { Actor } from '../accounts/actor.ts'
import type { CategoryRow } from './find-category.ts'
import { keepCategories } from './policy.ts'

/** A category as the actor sees it. */
export const presentCategory = (actor: Actor, { id, name, display_order }: CategoryRow): TagCategory => ({
  id,
  name,
  display_order,
  can: { edit: keepCategories(actor).allowed },
})
