import type { TagCategory } from '@kaiwa/contract/tags.ts'
import type { Actor } from '../accounts/actor.ts'
import type { CategoryRow } from './find-category.ts'
import { keepCategories } from './policy.ts'

/** A category in the form of the API, with the actor's abilities. */
export const presentCategory = (actor: Actor, { id, name, display_order }: CategoryRow): TagCategory => ({
  id,
  name,
  display_order,
  can: { edit: keepCategories(actor).allowed },
})
