// Tag usage of a transcript, computed from the document shown: pending tags of an edit count immediately, without a
// request.
import type { Tag } from '@kaiwa/contract/tags.ts'
import { passageTime } from '@kaiwa/transcript'
import type { EditableBlock, EditableDocument } from '@kaiwa/transcript'

export type TagCounts = ReadonlyMap<number, number>

/** Number of passages of each tag in the document. */
export function countTags({ blocks }: EditableDocument): TagCounts {
  const counts = new Map<number, number>()
  for (const { tags } of blocks) for (const { tag_id } of tags) counts.set(tag_id, (counts.get(tag_id) ?? 0) + 1)
  return counts
}

export function sameCounts(a: TagCounts, b: TagCounts): boolean {
  return a.size === b.size && [...a].every(([id, count]) => b.get(id) === count)
}

/** A tag with its number of uses. */
export interface UsedTag {
  tag: Tag
  count: number
}

/** The tags in use, in order. Passages of deleted tags are ignored. */
export function usedTags(tags: readonly Tag[], counts: TagCounts): UsedTag[] {
  return tags.flatMap((tag) => {
    const count = counts.get(tag.id) ?? 0
    return count > 0 ? [{ tag, count }] : []
  })
}

/** Longer numbers would leave too little space for the names. */
const MAX_SHOWN_COUNT = 99

export function shownCount(count: number): string {
  return count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : String(count)
}

/** A tagged passage with all data to show and play it. `time` in seconds. */
export interface Passage {
  tag_id: number
  tag_uuid: string
  uuid: string
  speaker_id: number | null
  time: number
  /** The text of its block, and the offset of the passage in it. */
  content: string
  offset: number
  text: string
}

export function passagesOfBlock(block: EditableBlock): Passage[] {
  return block.tags.map(({ tag_id, tag_uuid, offset, text }) => ({
    tag_id,
    tag_uuid,
    uuid: block.uuid,
    speaker_id: block.speaker_id,
    time: passageTime(block, offset, offset + text.length),
    content: block.content,
    offset,
    text,
  }))
}

/** The passages of a tag in reading order. */
export function passagesOfTag({ blocks }: EditableDocument, tagId: number): Passage[] {
  const passages: Passage[] = []
  for (const block of blocks)
    if (block.tags.some(({ tag_id }) => tag_id === tagId))
      passages.push(...passagesOfBlock(block).filter(({ tag_id }) => tag_id === tagId))
  return passages
}
