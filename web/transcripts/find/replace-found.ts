import type { EditSession, Passage } from '@kaiwa/editor'
import { cleanText, findInDocument, replaceHit } from '@kaiwa/transcript'
import type { EditableDocument, Place } from '@kaiwa/transcript'

interface Search {
  words: string
  replacement: string
}

const hitsIn = ({ blocks }: EditableDocument, uuid: string, words: string) => {
  const block = blocks.get(uuid)
  return block ? (findInDocument({ blocks: [block] }, words)[0]?.ranges ?? []) : []
}

/**
 * Replaces one hit of a search, unless the text or the words have changed since it was found (null). Answers the place
 * behind what stands there now: it may hold the words again (田中 in 田中さん), and whoever goes on must not replace those.
 */
export function replaceFound(
  session: EditSession,
  { uuid, offset, length }: Passage,
  { words, replacement }: Search,
): Place | null {
  const range = { uuid, start: offset, end: offset + length }
  const isThere = hitsIn(session.getState().document, uuid, words).some(
    ({ start, end }) => start === range.start && end === range.end,
  )
  if (!isThere) return null
  session.edit((document) => replaceHit(document, range, replacement))
  return { uuid, offset: offset + cleanText(replacement).length }
}
