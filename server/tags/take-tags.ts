// Resolves imported tags by name: uses existing tags of the workspace and creates the missing ones.
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { addCategory, lockTags } from './add-category.ts'
import { publishTags } from './publish-tags.ts'
import { firstCategory } from './create-tag.ts'
import * as policy from './policy.ts'
import { tagsOfCategory } from './tag-order.ts'
import { visibleCategories } from './visible-categories.ts'
import { visibleTags } from './visible-tags.ts'

export type WantedTag = { name: string; category: string; appearance: string }

const keyOf = ({ category, name }: Pick<WantedTag, 'category' | 'name'>): string => JSON.stringify([category, name])

/** Existing tags visible to the actor, by category and name. */
const knownTags = async (trx: Trx, actor: Actor): Promise<Map<string, number>> => {
  const rows = await visibleTags(trx, actor)
    .innerJoin('tag_categories', 'tag_categories.id', 'tags.tag_category_id')
    .select(['tags.id', 'tags.name', 'tag_categories.name as category'])
    .orderBy('tags.id', 'desc')
    .execute()
  return new Map(rows.map((row) => [keyOf(row), row.id]))
}

/** Returns the category with this name, creating it if needed; guests cannot create one and get the first category. */
const takeCategory = async (trx: Trx, actor: Actor, workspaceId: number, name: string): Promise<number> => {
  const known = await visibleCategories(trx, actor)
    .select('tag_categories.id')
    .where('tag_categories.name', '=', name)
    .orderBy('tag_categories.id')
    .executeTakeFirst()
  if (known) return known.id
  if (!policy.keepCategories(actor).allowed) return firstCategory(trx, actor, workspaceId)
  return (await addCategory(trx, { workspaceId, name, userId: actor.id })).id
}

/** Returns the ids of the wanted tags in the same order; creates missing tags. */
export const takeTags = async (
  trx: Trx,
  actor: Actor,
  file: { id: number; project_id: number },
  wanted: readonly WantedTag[],
): Promise<number[]> => {
  if (wanted.length === 0) return []
  const workspaceId = await lockTags(trx, actor)
  const known = await knownTags(trx, actor)
  const before = known.size
  const ids: number[] = []
  for (const tag of wanted) {
    let id = known.get(keyOf(tag))
    if (id === undefined) {
      const categoryId = await takeCategory(trx, actor, workspaceId, tag.category)
      const made = await trx
        .insertInto('tags')
        .values({
          workspace_id: workspaceId,
          tag_category_id: categoryId,
          name: tag.name,
          appearance: tag.appearance,
          created_by: actor.id,
          display_order: (await tagsOfCategory(trx, categoryId)).length,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      id = made.id
      known.set(keyOf(tag), id)
    }
    ids.push(id)
  }
  if (known.size > before) await publishTags(trx, { workspaceId, file })
  return ids
}
