// By its file: the package's front brings every other kind of difference along.
import { diffArrays } from 'diff/lib/diff/array.js'
import type { TextEdit } from './map-offset.ts'

/** A piece of two texts: in both, only in the one before, or only in the one after. */
export interface TextPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

const words = new Intl.Segmenter('ja', { granularity: 'word' })
const wordsOf = (text: string): string[] => Array.from(words.segment(text), ({ segment }) => segment)

/** Texts that differ in more words than this are told apart as a whole: nobody reads such a difference word by word. */
const MOST_WORDS = 1_000

const part = (kind: TextPart['kind'], text: string): TextPart[] => (text === '' ? [] : [{ kind, text }])

/** What was removed and added between two texts, word by word; the removed stands before the added in one place. */
export function textDifference(before: string, after: string): TextPart[] {
  if (before === after) return part('same', before)
  const pieces = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MOST_WORDS })
  if (!pieces) return [...part('removed', before), ...part('added', after)]
  return pieces.flatMap(({ added, removed, value }) =>
    part(added ? 'added' : removed ? 'removed' : 'same', value.join('')),
  )
}

/** The edits that make `after` of `before`. */
export function textEdits(before: string, after: string): TextEdit[] {
  const edits: TextEdit[] = []
  let at = 0
  let open: TextEdit | undefined
  for (const { kind, text } of textDifference(before, after)) {
    if (kind === 'same') {
      if (open) edits.push(open)
      open = undefined
      at += text.length
      continue
    }
    open ??= { start: at, end: at, text: '' }
    if (kind === 'added') open = { ...open, text: open.text + text }
    else open = { ...open, end: (at += text.length) }
  }
  return open ? [...edits, open] : edits
}
