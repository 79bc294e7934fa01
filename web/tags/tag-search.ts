import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Tag, TagCategory } from '@kaiwa/contract/tags.ts'
import { normalise } from '@kaiwa/language/normalise.ts'

/** A category with its tags that match the search. */
export interface TagGroup {
  category: TagCategory
  tags: Tag[]
}
interface AppliedGroup {
  category: null
  tags: Tag[]
}

/**
 * Moves the tags that the selection had when the list opened to the front, as a group without a category, because they
 * would be hard to find among hundreds. Tags ticked later stay in place.
 */
export function withAppliedFirst(
  groups: readonly TagGroup[],
  applied: ReadonlySet<number>,
): (TagGroup | AppliedGroup)[] {
  const first = groups.flatMap(({ tags }) => tags.filter(({ id }) => applied.has(id)))
  if (first.length === 0) return [...groups]
  const others = groups.map((group) => ({ ...group, tags: group.tags.filter(({ id }) => !applied.has(id)) }))
  return [{ category: null, tags: first }, ...others.filter(({ tags }) => tags.length > 0)]
}

/**
 * The tags of each category whose names contain `query`, compared in normal form. Categories without matches are
 * omitted.
 */
export function groupTags(categories: readonly TagCategory[], tags: readonly Tag[], query: string): TagGroup[] {
  const found = findTags(tags, query)
  return categories
    .map((category) => ({ category, tags: found.filter(({ tag_category_id }) => tag_category_id === category.id) }))
    .filter((group) => group.tags.length > 0)
}

function wordOf(text: string): string {
  return normalise(text.trim())
}

export function findTags<T extends Pick<Tag, 'name'>>(tags: readonly T[], query: string): T[] {
  const wanted = wordOf(query)
  return wanted === '' ? [...tags] : tags.filter(({ name }) => normalise(name).includes(wanted))
}

/** Counts code points, not UTF-16 units. */
export function isTooLong(name: string): boolean {
  return [...name.trim()].length > LIMITS.tagNameLength
}

/** True when a tag with the typed name would be new. Compared in normal form, so ｱﾝｹｰﾄ and アンケート are equal. */
export function isNewName(tags: readonly Pick<Tag, 'name'>[], typed: string): boolean {
  return wordOf(typed) !== '' && !tags.some(({ name }) => wordOf(name) === wordOf(typed))
}
