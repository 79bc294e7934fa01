// A passage is a stretch of a block's text: when it is said, and how it is shown without the whole of its block.
import type { EditableBlock } from './editable-block.ts'

/** When a passage begins, in seconds: its first word that has a time, else its block. */
export function passageTime(
  { terms, start_time }: Pick<EditableBlock, 'terms' | 'start_time'>,
  offset: number,
  end: number,
) {
  const first = terms.find((term) => term.offset + term.text.length > offset)
  return first && first.offset < end ? first.start_time : start_time
}

/** The first `max` characters of a text; the last of them is an ellipsis where there are more. */
export function cutText(text: string, max: number): string {
  const characters = Array.from(text)
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text
}

interface Passage {
  content: string
  offset: number
  text: string
}

/** What stands before and behind a passage, each cut at `reach` characters. */
export function excerptOf({ content, offset, text }: Passage, reach = 40): { before: string; after: string } {
  const end = offset + text.length
  const before = Array.from(content.slice(0, offset))
  const after = Array.from(content.slice(end))
  return {
    before: (before.length > reach ? '…' : '') + before.slice(-reach).join(''),
    after: after.slice(0, reach).join('') + (after.length > reach ? '…' : ''),
  }
}
