import type { EditSession, Passage } from '@kaiwa/editor'
import { cleanText, findInDocument, replaceHit } from '@kaiwa/transcript'
import type { EditableDocument } from '@kaiwa/transcript'

interface Search {
  words: string
  replacement: string
}

const hitsIn = ({ blocks }: EditableDocument, uuid: string, words: string) => {
  const block = blocks.get(uuid)
  return block ? (findInDocument({ blocks: [block] }, words)[0]?.ranges ?? []) : []
}

/**
 * Replaces one hit of a search, unless the text or the words have changed since it was found. Answers how many hits the
 * replacement itself holds (田中 in 田中さん): whoever goes on must not replace in those again.
 */
export function replaceFound(
  session: EditSession,
  { uuid, offset, length }: Passage,
  { words, replacement }: Search,
): number {
  const range = { uuid, start: offset, end: offset + length }
  const isThere = hitsIn(session.getState().document, uuid, words).some(
    ({ start, end }) => start === range.start && end === range.end,
  )
  if (!isThere) return 0
  session.edit((document) => replaceHit(document, range, replacement))
  const end = offset + cleanText(replacement).length
  return hitsIn(session.getState().document, uuid, words).filter((hit) => hit.start >= offset && hit.end <= end).length
}
