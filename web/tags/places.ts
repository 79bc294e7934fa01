import type { Tag, TagCategory } from '@kaiwa/contract/tags.ts'

/** Where a tag stands: a category and a place in it, from 0. */
export interface TagPlace {
  category: number
  index: number
}

const inCategory = (tags: readonly Tag[], category: number): Tag[] =>
  tags.filter(({ tag_category_id }) => tag_category_id === category)

export const placeOfTag = (tags: readonly Tag[], { id, tag_category_id }: Tag): TagPlace => ({
  category: tag_category_id,
  index: inCategory(tags, tag_category_id).findIndex((tag) => tag.id === id),
})

/** The list after a move, as the server makes it: taken out first, then put to its place; past the end is the end. */
export function moveTag(tags: readonly Tag[], from: TagPlace, to: TagPlace): Tag[] {
  const moved = inCategory(tags, from.category)[from.index]
  if (!moved) return [...tags]
  const others = tags.filter((tag) => tag !== moved)
  const goal = inCategory(others, to.category)
  goal.splice(to.index, 0, { ...moved, tag_category_id: to.category })
  return [...others.filter(({ tag_category_id }) => tag_category_id !== to.category), ...goal]
}

/** The place one step up (-1) or down (1), past the end of a category in the next one; null where there is none. */
export function neighbourPlace(
  categories: readonly TagCategory[],
  tags: readonly Tag[],
  { category, index }: TagPlace,
  by: 1 | -1,
): TagPlace | null {
  const next = index + by
  if (next >= 0 && next < inCategory(tags, category).length) return { category, index: next }
  const other = categories[categories.findIndex(({ id }) => id === category) + by]
  if (!other) return null
  return { category: other.id, index: by === 1 ? 0 : inCategory(tags, other.id).length }
}

/** A place that every category ends before. */
const AT_END = 1_000_000

/** Where a tag goes that is dropped in front of the one at `before` (null: behind all) of a category. */
export function dropPlace(from: TagPlace, category: number, before: number | null): TagPlace {
  if (before === null) return { category, index: AT_END }
  return { category, index: from.category === category && from.index < before ? before - 1 : before }
}
