import type { EditableBlock } from '../editable-block.ts'

const SPOKEN = /[\p{L}\p{N}]/u

/** Whether a block has words without a term: they were typed since the last analysis. */
export function hasUnanalysedText({ content, terms }: Pick<EditableBlock, 'content' | 'terms'>): boolean {
  let end = 0
  for (const { offset, text } of terms) {
    if (SPOKEN.test(content.slice(end, offset))) return true
    end = offset + text.length
  }
  return SPOKEN.test(content.slice(end))
}
