import type { TagRange } from '@kaiwa/contract/tags.ts'
import type { BlockRange, EditableDocument } from '@kaiwa/transcript'

/** The ranges that still exist in the document, which may have changed since they were selected. */
export function existingRanges({ blocks }: EditableDocument, ranges: readonly BlockRange[]): BlockRange[] {
  return ranges.flatMap(({ uuid, start, end }) => {
    const length = blocks.get(uuid)?.content.length ?? 0
    return start < Math.min(end, length) ? [{ uuid, start, end: Math.min(end, length) }] : []
  })
}

interface Mark {
  tagId: number
  isNew: boolean
  createUuid: () => string
}

/** Converts ranges to the parameters of the server call. */
export function toTagRanges(
  document: EditableDocument,
  ranges: readonly BlockRange[],
  { tagId, isNew, createUuid }: Mark,
): TagRange[] {
  return ranges.map(({ uuid, start, end }) => ({
    block_uuid: uuid,
    tag_id: tagId,
    offset: start,
    text: document.blocks.get(uuid)?.content.slice(start, end) ?? '',
    tag_uuid: createUuid(),
    ...(isNew ? { is_new: true } : {}),
  }))
}
