import type { Mention } from '@kaiwa/contract/comments.ts'

/** A piece of a comment's plain text. */
interface Piece {
  kind: 'text' | 'link' | 'mention'
  text: string
}

/** A piece of a comment's plain text, and where it begins. */
export interface CommentPart extends Piece {
  offset: number
}

/**
 * Addresses end before punctuation that rather belongs to the sentence, and before a change of the writing direction,
 * which would show another address than that of the link.
 */
const LINK = /https?:\/\/[^\s<>"'「」『』（）、。\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g
/** The lookbehind starts each run of marks once, so that the time is linear. */
const TRAILING = /(?<![.,:;!?)\]}])[.,:;!?)\]}]+$/

function withLinks(text: string): Piece[] {
  const parts: Piece[] = []
  let from = 0
  for (const match of text.matchAll(LINK)) {
    const link = match[0].replace(TRAILING, '')
    if (!URL.canParse(link)) continue
    parts.push({ kind: 'text', text: text.slice(from, match.index) }, { kind: 'link', text: link })
    from = match.index + link.length
  }
  return [...parts, { kind: 'text', text: text.slice(from) }]
}

/** Divides a text into mentions (`@` and a name), links and text. */
export function commentParts(body: string, mentions: readonly Mention[]): CommentPart[] {
  const names = mentions.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length)
  const parts: Piece[] = []
  let from = 0
  for (let at = 0; at < body.length; at++) {
    const name = body[at] === '@' ? names.find((one) => body.startsWith(one, at)) : undefined
    if (name === undefined) continue
    parts.push(...withLinks(body.slice(from, at)), { kind: 'mention', text: name })
    from = at + name.length
    at = from - 1
  }
  const pieces = [...parts, ...withLinks(body.slice(from))].filter(({ text }) => text !== '')
  let offset = 0
  return pieces.map((piece) => {
    const part = { ...piece, offset }
    offset += piece.text.length
    return part
  })
}

/** Returns the people whose name follows `@` in the text. If one name begins with another, the longer one counts. */
export function mentionedIds(text: string, people: readonly { id: number; name: string }[]): number[] {
  const mentions = people.map(({ id, name }) => ({ user_id: id, name }))
  const parts = commentParts(text, mentions).filter(({ kind }) => kind === 'mention')
  const written = new Set(parts.map((part) => part.text))
  return people.filter(({ name }) => written.has(`@${name}`)).map(({ id }) => id)
}

/** Returns the word between `@` and the caret, for the search of people; null if the caret is not in a mention. */
export function mentionAt(text: string, caret: number): { start: number; search: string } | null {
  const before = text.slice(0, caret)
  const start = Math.max(before.lastIndexOf('@'), before.lastIndexOf('＠'))
  if (start < 0 || /[\w.]/.test(before[start - 1] ?? '')) return null
  const search = before.slice(start + 1)
  // A name may contain one space.
  return search.length > 40 || /\n|\s\s|[、。]|\s\S+\s/.test(search) ? null : { start, search }
}
