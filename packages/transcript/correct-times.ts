import { edit, put } from './changes.ts'
import { blockToEdit } from './editable-document.ts'
import type { Edit, EditableDocument } from './editable-document.ts'
import type { EditableBlock } from './editable-block.ts'
import { EditFailure } from './edit-failure.ts'

/** Start and end of a block in seconds. */
export interface Times {
  readonly start_time: number
  readonly end_time: number
}

export function areTimes({ start_time, end_time }: Times): boolean {
  return Number.isFinite(start_time) && Number.isFinite(end_time) && start_time >= 0 && end_time >= start_time
}

/**
 * Scales the times of the words with the block. Without an old duration, they are spread by their offsets in the text.
 */
function withTimes(block: EditableBlock, { start_time, end_time }: Times): EditableBlock {
  const [before, after] = [block.end_time - block.start_time, end_time - start_time]
  const move = (time: number, offset: number) =>
    start_time + after * (before > 0 ? (time - block.start_time) / before : offset / block.content.length)
  const terms = block.terms.map((term) => ({
    ...term,
    start_time: Math.max(0, move(term.start_time, term.offset)),
    end_time: Math.max(0, move(term.end_time, term.offset + term.text.length)),
  }))
  return { ...block, start_time, end_time, terms }
}

/** Changes the times of a block. Throws EditFailure `invalid-times` unless 0 ≤ start ≤ end. */
export function correctTimes(document: EditableDocument, uuid: string, times: Times): Edit | null {
  const block = blockToEdit(document, uuid)
  if (!areTimes(times)) throw new EditFailure('invalid-times', uuid)
  const isSame = block.start_time === times.start_time && block.end_time === times.end_time
  return edit(document, put(block, isSame ? block : withTimes(block, times)))
}
