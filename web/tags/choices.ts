import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Tag, TagCategory } from '@kaiwa/contract/tags.ts'
import { normalise } from '@kaiwa/language/normalise.ts'

/** A category with those of its tags that a search leaves. */
export interface TagGroup {
  category: TagCategory
  tags: Tag[]
}
interface BorneGroup {
  category: null
  tags: Tag[]
}

/**
 * Those that the selection bore when the list was opened stand in front, as a group without a category: among hundreds they
 * would not be seen, and rows that are ticked later stay where they are.
 */
export function withBorneFirst(groups: readonly TagGroup[], borne: ReadonlySet<number>): (TagGroup | BorneGroup)[] {
  const first = groups.flatMap(({ tags }) => tags.filter(({ id }) => borne.has(id)))
  if (first.length === 0) return [...groups]
  const others = groups.map((group) => ({ ...group, tags: group.tags.filter(({ id }) => !borne.has(id)) }))
  return [{ category: null, tags: first }, ...others.filter(({ tags }) => tags.length > 0)]
}

/** The tags of each category whose names hold `query`, compared in normal form; categories without any are left out. */
export function groupTags(categories: readonly TagCategory[], tags: readonly Tag[], query: string): TagGroup[] {
  const found = findTags(tags, query)
  return categories
    .map((category) => ({ category, tags: found.filter(({ tag_category_id }) => tag_category_id === category.id) }))
    .filter((group) => group.tags.length > 0)
}

const wordOf = (text: string): string => normalise(text.trim())

export function findTags<T extends Pick<Tag, 'name'>>(tags: readonly T[], query: string): T[] {
  const wanted = wordOf(query)
  return wanted === '' ? [...tags] : tags.filter(({ name }) => normalise(name).includes(wanted))
}

/** Characters as people count them. */
export const isTooLong = (name: string): boolean => [...name.trim()].length > LIMITS.tagNameLength

/** Whether a tag of what was typed would be a new one: people write ｱﾝｹｰﾄ and アンケート for the same. */
export const isNewName = (tags: readonly Pick<Tag, 'name'>[], typed: string): boolean =>
  wordOf(typed) !== '' && !tags.some(({ name }) => wordOf(name) === wordOf(typed))
