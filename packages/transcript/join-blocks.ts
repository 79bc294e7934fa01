import type { TagUsage } from '@kaiwa/contract/transcripts.ts'
import type { CreateUuid } from './divide-block.ts'
import type { EditableBlock } from './editable-block.ts'

/**
 * Tags of both blocks. Passages of the same tag that meet at the seam become one. No tag_uuid occurs twice in a block.
 */
function joinTags(
  left: readonly TagUsage[],
  right: readonly TagUsage[],
  seam: number,
  createUuid: CreateUuid,
): readonly TagUsage[] {
  if (right.length === 0) return left
  const joined = [...left]
  const known = new Set(left.map(({ tag_uuid }) => tag_uuid))
  for (const tag of right) {
    const meets = (other: TagUsage) => other.tag_id === tag.tag_id && other.offset + other.text.length === seam
    const index = tag.offset === 0 ? joined.findIndex(meets) : -1
    const other = joined[index]
    if (other) joined[index] = { ...other, text: other.text + tag.text }
    else {
      const tag_uuid = known.has(tag.tag_uuid) ? createUuid() : tag.tag_uuid
      joined.push({ ...tag, offset: seam + tag.offset, tag_uuid })
    }
  }
  return joined
}

/** Appends `next` to `block`. Words keep their times; uuid, speaker, break and section are those of `block`. */
export function joinBlocks(block: EditableBlock, next: EditableBlock, createUuid: CreateUuid): EditableBlock {
  const seam = block.content.length
  return {
    ...block,
    content: block.content + next.content,
    start_time: Math.min(block.start_time, next.start_time),
    end_time: Math.max(block.end_time, next.end_time),
    terms: [...block.terms, ...next.terms.map((term) => ({ ...term, offset: seam + term.offset }))],
    tags: joinTags(block.tags, next.tags, seam, createUuid),
  }
}
