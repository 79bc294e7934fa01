// A passage is a range of a block's text. These functions give its time and its surrounding text.
import type { EditableBlock } from './editable-block.ts'

/** Start of a passage in seconds: that of its first timed word, else that of its block. */
export function passageTime(
  { terms, start_time }: Pick<EditableBlock, 'terms' | 'start_time'>,
  offset: number,
  end: number,
) {
  // Terms are in order and do not overlap.
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (terms[middle]!.offset + terms[middle]!.text.length <= offset) low = middle + 1
    else high = middle
  }
  const first = terms[low]
  return first && first.offset < end ? first.start_time : start_time
}

/** The first `max` characters of a text. A longer text ends with an ellipsis, which is included in the count. */
export function cutText(text: string, max: number): string {
  const characters = Array.from(text)
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text
}

interface Passage {
  content: string
  offset: number
  text: string
}

/** The text before and after a passage, each limited to `reach` characters. */
export function excerptOf({ content, offset, text }: Passage, reach = 40): { before: string; after: string } {
  const end = offset + text.length
  const before = Array.from(content.slice(0, offset))
  const after = Array.from(content.slice(end))
  return {
    before: (before.length > reach ? '…' : '') + before.slice(-reach).join(''),
    after: after.slice(0, reach).join('') + (after.length > reach ? '…' : ''),
  }
}
