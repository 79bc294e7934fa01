import { findAll } from '@kaiwa/language'

/** An excerpt of a text around its first match. `marks` are UTF-16 ranges of `content`. */
export interface Snippet {
  content: string
  marks: { start: number; end: number }[]
}

/** Maximum number of code units before the first match, and in the whole snippet. */
const MAX_LEAD_LENGTH = 12
const MAX_LENGTH = 120

function isLow(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text.charAt(at))
}

/** Moves a position to the start of its character: out of surrogate pairs, and before a letter with combining marks. */
function toCharacterStart(text: string, at: number): number {
  let position = at
  while (position > 0 && position < text.length && (isLow(text, position) || /\p{M}/u.test(text.charAt(position))))
    position -= 1
  return position
}

/** The excerpt shown in lists for a matching text; its beginning if the text no longer matches. */
export function snippetOf(text: string, words: string): Snippet {
  const hits = findAll(text, words)
  const first = hits[0]?.start ?? 0
  const start = first <= MAX_LEAD_LENGTH ? 0 : toCharacterStart(text, first - MAX_LEAD_LENGTH)
  const end = text.length - start <= MAX_LENGTH ? text.length : toCharacterStart(text, start + MAX_LENGTH)
  const before = start > 0 ? '…' : ''
  const shift = before.length - start
  const marks = hits
    .filter((hit) => hit.start < end)
    .map((hit) => ({ start: hit.start + shift, end: Math.min(hit.end, end) + shift }))
  return { content: `${before}${text.slice(start, end)}${end < text.length ? '…' : ''}`, marks }
}
