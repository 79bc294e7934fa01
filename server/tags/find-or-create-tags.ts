// Resolves imported tags by name: uses existing tags of the workspace and creates the missing ones.
import { comparableName, makeProductName, type StoredName } from '@kaiwa/contract/product-names.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { findCategoryIdByName, insertCategory } from './store/categories.ts'
import { findTagNames, insertTag, lockTags } from './store/tags.ts'
import { publishTags } from './publish-tags.ts'
import { findOrCreateFirstCategory } from './tag-categories.ts'
import * as policy from './policy.ts'

export interface WantedTag {
  name: string
  category: string
  appearance: string
}

function keyOf({ category, name }: Pick<WantedTag, 'category' | 'name'>): string {
  return JSON.stringify([comparableName('tag-category', category), name])
}

/** Ids of the existing tags visible to the actor, by category and name. */
async function findTagIdsByName(trx: Trx, actor: Actor): Promise<Map<string, number>> {
  const rows = await findTagNames(trx, actor)
  return new Map(rows.map((row) => [keyOf(row), row.id]))
}

/** A name that the product makes in any language is stored with its key, so that each reader sees it in their language. */
function storedName(category: string): StoredName {
  const isMade = comparableName('tag-category', category) === 'tag-category'
  return isMade ? makeProductName('tag-category') : { name: category, name_key: null }
}

/** Returns the category with this name, creating it if needed; guests cannot create one and get the first category. */
async function findOrCreateCategory(trx: Trx, actor: Actor, workspaceId: number, name: string): Promise<number> {
  const known = await findCategoryIdByName(trx, actor, name)
  if (known !== undefined) return known
  if (!policy.editCategories(actor).allowed) return findOrCreateFirstCategory(trx, actor, workspaceId)
  return (await insertCategory(trx, { workspaceId, name: storedName(name), userId: actor.id })).id
}

/** Returns the ids of the wanted tags in the same order; creates missing tags. */
export async function findOrCreateTags(
  trx: Trx,
  actor: Actor,
  file: { id: number; project_id: number },
  wanted: readonly WantedTag[],
): Promise<number[]> {
  if (wanted.length === 0) return []
  const workspaceId = await lockTags(trx, actor)
  const known = await findTagIdsByName(trx, actor)
  const before = known.size
  const ids: number[] = []
  for (const tag of wanted) {
    let id = known.get(keyOf(tag))
    if (id === undefined) {
      const categoryId = await findOrCreateCategory(trx, actor, workspaceId, tag.category)
      const { name, appearance } = tag
      id = (await insertTag(trx, { workspaceId, categoryId, name, appearance, userId: actor.id })).id
      known.set(keyOf(tag), id)
    }
    ids.push(id)
  }
  if (known.size > before) await publishTags(trx, { workspaceId, file })
  return ids
}
