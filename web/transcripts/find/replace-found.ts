import type { EditSession, Passage } from '@kaiwa/editor'
import { cleanText, findInDocument, replaceHit } from '@kaiwa/transcript'
import type { EditableDocument, TextPosition } from '@kaiwa/transcript'

interface Search {
  words: string
  replacement: string
}

function hitsIn({ blocks }: EditableDocument, uuid: string, words: string) {
  const block = blocks.get(uuid)
  return block ? (findInDocument({ blocks: [block] }, words)[0]?.ranges ?? []) : []
}

/**
 * Replaces one hit of a search. Returns the position after the replacement, where the search continues: the
 * replacement may contain the words again (田中 in 田中さん). Null when the text has changed and the hit is gone.
 */
export function replaceFound(
  session: EditSession,
  { uuid, offset, length }: Passage,
  { words, replacement }: Search,
): TextPosition | null {
  const range = { uuid, start: offset, end: offset + length }
  const isThere = hitsIn(session.getState().document, uuid, words).some(
    ({ start, end }) => start === range.start && end === range.end,
  )
  if (!isThere) return null
  session.edit((document) => replaceHit(document, range, replacement))
  return { uuid, offset: offset + cleanText(replacement).length }
}
