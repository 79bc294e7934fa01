// Words that the recogniser was not sure of. Words in a row are one passage, because Japanese words are short.
import type { Term } from '@kaiwa/contract/transcripts.ts'
import type { TextRange } from '@kaiwa/language/normalise.ts'
import type { EditableBlock } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'
import type { BlockRange, TextPosition } from './type-text.ts'

/** Below this confidence a word is more likely wrong than right. */
const MIN_CONFIDENCE = 0.5

/** A confidence of 0 is unknown: the text was not recognised but typed, or the engine gave none. */
export function isUncertain({ confidence }: Pick<Term, 'confidence'>): boolean {
  return confidence > 0 && confidence < MIN_CONFIDENCE
}

/** The passages of a block, in UTF-16 code units. Words with only spaces between them are joined. */
export function uncertainRanges({ terms, content }: Pick<EditableBlock, 'terms' | 'content'>): TextRange[] {
  const ranges: { start: number; end: number }[] = []
  for (const term of terms) {
    if (!isUncertain(term)) continue
    const end = term.offset + term.text.length
    const last = ranges.at(-1)
    if (last && content.slice(last.end, term.offset).trim() === '') last.end = end
    else ranges.push({ start: term.offset, end })
  }
  return ranges
}

export function hasUncertainWords({ blocks }: Pick<EditableDocument, 'blocks'>): boolean {
  for (const { terms } of blocks) if (terms.some(isUncertain)) return true
  return false
}

/** A passage, its number from 1 in the document, and how many there are. */
export interface UncertainPassage extends BlockRange {
  readonly number: number
  readonly count: number
}

/**
 * Returns the next (`step` 1) or previous (-1) passage from a position. The search wraps around at both ends of the
 * document. Without a position it begins at the start or the end. Null if the document has no uncertain passage.
 */
export function nextUncertain(
  { blocks }: Pick<EditableDocument, 'blocks'>,
  from: TextPosition | null,
  step: 1 | -1,
): UncertainPassage | null {
  const passages: BlockRange[] = []
  /** Number of passages that begin before the position, and at or before it. */
  let [before, upTo] = [0, 0]
  let isBefore = from !== null && blocks.get(from.uuid) !== undefined
  for (const block of blocks) {
    const isHere = isBefore && block.uuid === from?.uuid
    for (const range of uncertainRanges(block)) {
      if (isBefore && (!isHere || range.start < from.offset)) before++
      if (isBefore && (!isHere || range.start <= from.offset)) upTo++
      passages.push({ uuid: block.uuid, ...range })
    }
    if (isHere) isBefore = false
  }
  const count = passages.length
  const index = step === 1 ? upTo % count : (before - 1 + count) % count
  const passage = passages[index]
  return passage ? { ...passage, number: index + 1, count } : null
}
