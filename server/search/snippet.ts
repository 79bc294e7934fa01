import { findAll } from '@kaiwa/language'

/** An excerpt of a text around its first match. `marks` are UTF-16 ranges of `content`. */
export type Snippet = { content: string; marks: { start: number; end: number }[] }

/** Code units before the first match, and of the whole snippet. */
const LEAD = 12
const LENGTH = 120

const isLow = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text.charAt(at))
/** Moves a position out of a surrogate pair, and before a letter with combining marks. */
const whole = (text: string, at: number): number => {
  let place = at
  while (place > 0 && place < text.length && (isLow(text, place) || /\p{M}/u.test(text.charAt(place)))) place -= 1
  return place
}

/** The excerpt shown in lists for a matching text; its beginning if the text does not match (any more). */
export const snippetOf = (text: string, words: string): Snippet => {
  const hits = findAll(text, words)
  const first = hits[0]?.start ?? 0
  const start = first <= LEAD ? 0 : whole(text, first - LEAD)
  const end = text.length - start <= LENGTH ? text.length : whole(text, start + LENGTH)
  const before = start > 0 ? '…' : ''
  const shift = before.length - start
  const marks = hits
    .filter((hit) => hit.start < end)
    .map((hit) => ({ start: hit.start + shift, end: Math.min(hit.end, end) + shift }))
  return { content: `${before}${text.slice(start, end)}${end < text.length ? '…' : ''}`, marks }
}
