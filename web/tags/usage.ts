// Which tags a transcript uses, read from what is shown: pending marks of an edit count at once, and nobody asks the server.
import type { Tag } from '@kaiwa/contract/tags.ts'
import { passageTime } from '@kaiwa/transcript'
import type { EditableBlock, EditableDocument } from '@kaiwa/transcript'

export type TagCounts = ReadonlyMap<number, number>

/** How often each tag marks a passage of the document. */
export function countTags({ blocks }: EditableDocument): TagCounts {
  const counts = new Map<number, number>()
  for (const { tags } of blocks) for (const { tag_id } of tags) counts.set(tag_id, (counts.get(tag_id) ?? 0) + 1)
  return counts
}

export const sameCounts = (a: TagCounts, b: TagCounts): boolean =>
  a.size === b.size && [...a].every(([id, count]) => b.get(id) === count)

/** A tag with how often it is used. */
export interface UsedTag {
  tag: Tag
  count: number
}

/** The tags in use, in their order; a mark of a tag that was deleted counts for nothing. */
export const usedTags = (tags: readonly Tag[], counts: TagCounts): UsedTag[] =>
  tags.flatMap((tag) => {
    const count = counts.get(tag.id) ?? 0
    return count > 0 ? [{ tag, count }] : []
  })

/** Longer numbers would push the names aside. */
const MOST = 99

export const shownCount = (count: number): string => (count > MOST ? `${MOST}+` : String(count))

/** A tagged passage, with what it takes to show and to play it. `time` in seconds. */
export interface Passage {
  tag_id: number
  tag_uuid: string
  uuid: string
  speaker_id: number | null
  time: number
  /** The text of its block, and where in it the passage stands. */
  content: string
  offset: number
  text: string
}

export const passagesOfBlock = (block: EditableBlock): Passage[] =>
  block.tags.map(({ tag_id, tag_uuid, offset, text }) => ({
    tag_id,
    tag_uuid,
    uuid: block.uuid,
    speaker_id: block.speaker_id,
    time: passageTime(block, offset, offset + text.length),
    content: block.content,
    offset,
    text,
  }))

/** The passages of a tag in reading order. */
export function passagesOfTag({ blocks }: EditableDocument, tagId: number): Passage[] {
  const passages: Passage[] = []
  for (const block of blocks)
    if (block.tags.some(({ tag_id }) => tag_id === tagId))
      passages.push(...passagesOfBlock(block).filter(({ tag_id }) => tag_id === tagId))
  return passages
}
