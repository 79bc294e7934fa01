import type { TagUsage } from '@kaiwa/contract/transcripts.ts'
import type { TextRange } from '@kaiwa/language/normalise.ts'
import { edit, put } from './changes.ts'
import { blockToEdit } from './editable-document.ts'
import type { Edit, EditableDocument } from './editable-document.ts'
import { toCharacters } from './characters.ts'
import type { CreateUuid } from './divide-block.ts'
import type { EditableBlock } from './editable-block.ts'
import type { BlockRange } from './type-text.ts'

function endOf({ offset, text }: TagUsage): number {
  return offset + text.length
}

/** Tags a range. Overlapping passages of the same tag are merged with it and keep the uuid of the first. */
function tagOne(block: EditableBlock, range: TextRange, tag_id: number, createUuid: CreateUuid): EditableBlock {
  const { start, end } = toCharacters(block.content, range)
  if (start === end) return block
  const overlapped = block.tags.filter((tag) => tag.tag_id === tag_id && tag.offset < end && endOf(tag) > start)
  const offset = Math.min(start, ...overlapped.map((tag) => tag.offset))
  const to = Math.max(end, ...overlapped.map(endOf))
  const [first] = overlapped
  if (first && overlapped.length === 1 && first.offset === offset && endOf(first) === to) return block
  const passage = { tag_id, text: block.content.slice(offset, to), offset, tag_uuid: first?.tag_uuid ?? createUuid() }
  const tags = [...block.tags.filter((tag) => !overlapped.includes(tag)), passage]
  return { ...block, tags: tags.sort((a, b) => a.offset - b.offset) }
}

function untagOne(block: EditableBlock, range: TextRange, tag_id: number): EditableBlock {
  const { start, end } = toCharacters(block.content, range)
  if (start === end) return block
  const tags = block.tags.filter((tag) => tag.tag_id !== tag_id || tag.offset >= end || endOf(tag) <= start)
  return tags.length === block.tags.length ? block : { ...block, tags }
}

/** Applies `act` to every range. Several ranges of a block become one change. */
function eachRange(
  document: EditableDocument,
  ranges: readonly BlockRange[],
  act: (block: EditableBlock, range: BlockRange) => EditableBlock,
): Edit | null {
  const grouped = Map.groupBy(ranges, ({ uuid }) => uuid)
  return edit(
    document,
    [...grouped].flatMap(([uuid, own]) => {
      const block = blockToEdit(document, uuid)
      return put(block, own.reduce(act, block))
    }),
  )
}

/** Adds a tag to every range. */
export function tagRanges(
  document: EditableDocument,
  ranges: readonly BlockRange[],
  tag_id: number,
  createUuid: CreateUuid,
): Edit | null {
  return eachRange(document, ranges, (block, range) => tagOne(block, range, tag_id, createUuid))
}

/** Removes a tag: every passage of it that overlaps a range is removed completely. */
export function untagRanges(document: EditableDocument, ranges: readonly BlockRange[], tag_id: number): Edit | null {
  return eachRange(document, ranges, (block, range) => untagOne(block, range, tag_id))
}
