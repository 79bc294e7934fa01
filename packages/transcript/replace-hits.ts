import { edit, put } from './changes.ts'
import { blockToEdit } from './editable-document.ts'
import type { Edit, EditableDocument } from './editable-document.ts'
import { toCharacters } from './characters.ts'
import { cleanText } from './clean-text.ts'
import { type BlockRange } from './type-text.ts'
import { editText } from './edit-text.ts'
import type { EditableBlock } from './editable-block.ts'
import { ALL_SPEAKERS, findInDocument } from './find.ts'
import type { TextRange } from '@kaiwa/language/normalise.ts'

/** Extends each hit to whole characters; two hits within one character are counted once. */
function replaceIn(block: EditableBlock, hits: readonly TextRange[], text: string): EditableBlock {
  let free = 0
  const edits = hits.flatMap((hit) => {
    const { start, end } = toCharacters(block.content, hit)
    if (start < free) return []
    free = end
    return [{ start, end, text }]
  })
  return editText(block, edits)
}

/** Replaces one search hit. */
export function replaceHit(document: EditableDocument, hit: BlockRange, replacement: string): Edit | null {
  const block = blockToEdit(document, hit.uuid)
  return edit(document, put(block, replaceIn(block, [hit], cleanText(replacement))))
}

/** Result of `replaceAll`. */
export interface ReplaceResult {
  readonly edit: Edit | null
  readonly hits: number
}

/** Replaces all hits of a query, compared in normal form, in one batch. `speaker` limits it to one speaker. */
export function replaceAll(
  document: EditableDocument,
  { query, replacement, speaker = ALL_SPEAKERS }: { query: string; replacement: string; speaker?: number },
): ReplaceResult {
  const text = cleanText(replacement)
  let hits = 0
  const changes = findInDocument(document, query, speaker).flatMap(({ uuid, ranges }) => {
    hits += ranges.length
    const block = blockToEdit(document, uuid)
    return put(block, replaceIn(block, ranges, text))
  })
  return { edit: edit(document, changes), hits }
}
