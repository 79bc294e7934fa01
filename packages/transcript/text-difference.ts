// Imported by file, because the package's index would load every other diff algorithm too.
import { diffArrays } from 'diff/lib/diff/array.js'
import type { TextEdit } from './edit-text.ts'

/** A part of the difference: in both texts, only in the old one, or only in the new one. */
export interface TextPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

const words = new Intl.Segmenter('ja', { granularity: 'word' })

function wordsOf(text: string): string[] {
  return Array.from(words.segment(text), ({ segment }) => segment)
}

/**
 * Above this number of differing words, the texts are shown as a single removal and addition: a word-by-word difference
 * would not be readable.
 */
const MAX_DIFFERENT_WORDS = 1_000

function part(kind: TextPart['kind'], text: string): TextPart[] {
  return text === '' ? [] : [{ kind, text }]
}

/** The difference between two texts, word by word; at one place the removal comes before the addition. */
export function textDifference(before: string, after: string): TextPart[] {
  if (before === after) return part('same', before)
  const pieces = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_DIFFERENT_WORDS })
  if (!pieces) return [...part('removed', before), ...part('added', after)]
  return pieces.flatMap(({ added, removed, value }) =>
    part(added ? 'added' : removed ? 'removed' : 'same', value.join('')),
  )
}

/** The edits that turn `before` into `after`. */
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
