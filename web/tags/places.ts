import type { Tag, TagCategory } from '@kaiwa/contract/tags.ts'

/** The position of a tag: category and index in it, from 0. */
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

/**
 * The list after a move, equal to the server's result: the tag is removed first, then inserted. An index past the end
 * means the end.
 */
export function moveTag(tags: readonly Tag[], from: TagPlace, to: TagPlace): Tag[] {
  const moved = inCategory(tags, from.category)[from.index]
  if (!moved) return [...tags]
  const others = tags.filter((tag) => tag !== moved)
  const goal = inCategory(others, to.category)
  goal.splice(to.index, 0, { ...moved, tag_category_id: to.category })
  return [...others.filter(({ tag_category_id }) => tag_category_id !== to.category), ...goal]
}

/**
 * The place one step up (-1) or down (1), crossing to the next category at the end; null when there is no such place.
 */
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

/** An index larger than any category. */
const AT_END = 1_000_000

/** The target place of a tag dropped before index `before` of a category (null: at the end). */
export function dropPlace(from: TagPlace, category: number, before: number | null): TagPlace {
  if (before === null) return { category, index: AT_END }
  return { category, index: from.category === category && from.index < before ? before - 1 : before }
}
