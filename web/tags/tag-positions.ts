import type { Tag, TagCategory } from '@kaiwa/contract/tags.ts'

/** The position of a tag: category and index in it, from 0. */
export interface TagPosition {
  category: number
  index: number
}

function inCategory(tags: readonly Tag[], category: number): Tag[] {
  return tags.filter(({ tag_category_id }) => tag_category_id === category)
}

export function positionOfTag(tags: readonly Tag[], { id, tag_category_id }: Tag): TagPosition {
  return {
    category: tag_category_id,
    index: inCategory(tags, tag_category_id).findIndex((tag) => tag.id === id),
  }
}

/**
 * The list after a move, equal to the server's result: the tag is removed first, then inserted. An index past the end
 * means the end.
 */
export function moveTag(tags: readonly Tag[], from: TagPosition, to: TagPosition): Tag[] {
  const moved = inCategory(tags, from.category)[from.index]
  if (!moved) return [...tags]
  const others = tags.filter((tag) => tag !== moved)
  const goal = inCategory(others, to.category)
  goal.splice(to.index, 0, { ...moved, tag_category_id: to.category })
  return [...others.filter(({ tag_category_id }) => tag_category_id !== to.category), ...goal]
}

/**
 * The position one step up (-1) or down (1), crossing to the next category at the end; null when there is none.
 */
export function neighbourPosition(
  categories: readonly TagCategory[],
  tags: readonly Tag[],
  { category, index }: TagPosition,
  by: 1 | -1,
): TagPosition | null {
  const next = index + by
  if (next >= 0 && next < inCategory(tags, category).length) return { category, index: next }
  const other = categories[categories.findIndex(({ id }) => id === category) + by]
  if (!other) return null
  return { category: other.id, index: by === 1 ? 0 : inCategory(tags, other.id).length }
}

/** An index larger than any category. */
const AT_END = 1_000_000

/** The target position of a tag dropped before index `before` of a category (null: at the end). */
export function dropPosition(from: TagPosition, category: number, before: number | null): TagPosition {
  if (before === null) return { category, index: AT_END }
  return { category, index: from.category === category && from.index < before ? before - 1 : before }
}
