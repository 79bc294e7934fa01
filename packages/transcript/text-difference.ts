// Imported by file, because the package's index would load every other diff algorithm too.
import { diffArrays } from 'diff/lib/diff/array.js'
import { isHigh, isLow } from './characters.ts'
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

/** Code units that two texts share at their start, without half a surrogate pair: 𠮷 and 𠮟 share their first unit. */
function sharedStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return isHigh(a.charCodeAt(length - 1)) ? length - 1 : length
}

/** The same at their end, behind the `start` units that they share at their start. */
function sharedEnd(a: string, b: string, start: number): number {
  let length = 0
  const max = Math.min(a.length, b.length) - start
  while (length < max && a[a.length - 1 - length] === b[b.length - 1 - length]) length++
  return isLow(a.charCodeAt(a.length - length)) ? length - 1 : length
}

/** An edit without the characters that its old and new text share at their ends. */
function trimmed(before: string, { start, end, text }: TextEdit): TextEdit {
  const old = before.slice(start, end)
  const first = sharedStart(old, text)
  const last = sharedEnd(old, text, first)
  return { start: start + first, end: end - last, text: text.slice(first, text.length - last) }
}

/** Changed text (UTF-16 code units) beyond which it is not compared word by word. */
const MAX_COMPARED = 20_000

/**
 * The edits that turn `before` into `after`, without characters that both share at the ends of an edit. Edits cut no
 * surrogate pair. Text that differs over a long distance is a single edit.
 */
export function closeEdits(before: string, after: string): TextEdit[] {
  const first = sharedStart(before, after)
  const last = sharedEnd(before, after, first)
  const old = before.slice(first, before.length - last)
  const now = after.slice(first, after.length - last)
  if (old === '' && now === '') return []
  if (old === '' || now === '' || Math.max(old.length, now.length) > MAX_COMPARED)
    return [{ start: first, end: first + old.length, text: now }]
  return textEdits(old, now).map((edit) => {
    const { start, end, text } = trimmed(old, edit)
    return { start: start + first, end: end + first, text }
  })
}
