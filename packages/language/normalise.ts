// Text normalisation for search in a file, search across files, replace and tags: ﾃﾞｰﾀ, データ and データ with a combining
// mark are equal. It keeps the origin of each code unit, so that a match in the normalised text maps to a range of
// whole characters in the original, in UTF-16 code units.
import { startsOf } from './starts-of.ts'

/** A half-open range of a text in UTF-16 code units. */
export interface TextRange {
  start: number
  end: number
}

/** A normalised text with the original range of each code unit; `origin` is null when the text was already normal. */
export interface Normalised {
  readonly text: string
  readonly origin: { readonly starts: Uint32Array; readonly ends: Uint32Array } | null
}

/**
 * A run of characters that are already normal. Most Japanese speech is, and whole runs are copied, because the first
 * key press of a search normalises a whole file.
 */
const PLAIN = /[\t\n -@[-~、-〃々-】ぁ-ゖァ-ー一-鿿]+/y

/**
 * Characters that may combine with the one before them: marks, half- and full-width (han)dakuten, Hangul vowels and
 * finals. Also ignored characters (see `IGNORED`), so that their neighbours can combine.
 */
const JOINS = /[\p{M}゛゜ﾞﾟ\u1160-\u11ff\u3131-\u318e\uffa0-\uffdc\u200b-\u200d\ufeff\u00ad]/u

/** Invisible characters without meaning for search: zero-width characters, soft hyphen, variation selectors. */
const IGNORED = /[\u200b-\u200d\ufeff\u00ad]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu

const SPACED_MARKS: Readonly<Record<string, string>> = {
  ゛: '\u3099',
  ゜: '\u309a',
  ﾞ: '\u3099',
  ﾟ: '\u309a',
}

/**
 * Maximum combining marks in sequence. `normalize` sorts a sequence of marks in quadratic time: 100,000 of them take
 * seconds. Longer sequences are divided by U+034F, as in the Stream-Safe Text Format (UAX #15, which has 30).
 */
const MAX_MARKS = 64
const MARK = /\p{M}/gu
const DIVIDED = '(?!\u034f)\\p{M}'
const LONG_RUN = new RegExp(`(?:${DIVIDED}){${MAX_MARKS}}(?=${DIVIDED})`, 'gu')

/** Divides long sequences of marks. Marks are decomposed first, so that a normal text is divided at the same places. */
function divideMarks(cluster: string): string {
  return cluster.length <= MAX_MARKS
    ? cluster
    : cluster.replace(MARK, (mark) => mark.normalize('NFKD')).replace(LONG_RUN, '$&\u034f')
}

/** Look-alikes that keyboards and engines mix up and that NFKC does not unify. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '〜': '~',
  '‐': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  ς: 'σ',
}

/** Normalises one character with its combining characters. A lone surrogate becomes U+FFFD, which storage accepts. */
function fold(cluster: string): string {
  const marked = cluster
    .toWellFormed()
    .replace(IGNORED, '')
    .replace(/[゛゜ﾞﾟ]/g, (mark) => SPACED_MARKS[mark]!)
  return divideMarks(marked)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[〜‐‒–—―−ς]/g, (character) => LOOKALIKES[character]!)
}

/** End of the plain run at `start`; `start` when the character there is not plain. */
function endOfRun(text: string, start: number): number {
  PLAIN.lastIndex = start
  return PLAIN.test(text) ? PLAIN.lastIndex : start
}

function unitsAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1
}

/** True when the character at `at` may combine with the one before it. */
function joins(text: string, at: number): boolean {
  return JOINS.test(String.fromCodePoint(text.codePointAt(at)!))
}

/** Visits the pieces of a text in order: plain runs unchanged, other text cluster by cluster. */
function eachPiece(text: string, visit: (start: number, end: number, plain: boolean) => void): void {
  let start = 0
  while (start < text.length) {
    const run = endOfRun(text, start)
    // The last character of a run belongs to the combining marks after it.
    const plain = run > start && run < text.length && joins(text, run) ? run - 1 : run
    if (plain > start) visit(start, plain, true)
    if (plain === text.length) return
    start = plain
    let end = start + unitsAt(text, start)
    while (end < text.length && joins(text, end)) end += unitsAt(text, end)
    visit(start, end, false)
    start = end
  }
}

/**
 * The normal form of a text: NFKC, one width of kana, digits and Latin, lower case, look-alikes unified. Idempotent.
 */
export function normalise(text: string): string {
  if (endOfRun(text, 0) === text.length) return text
  let normal = ''
  eachPiece(text, (start, end, plain) => {
    const piece = text.slice(start, end)
    normal += plain ? piece : fold(piece)
  })
  return normal
}

/** The normal form with the origin of each code unit. */
export function normaliseWithOrigin(text: string): Normalised {
  if (endOfRun(text, 0) === text.length) return { text, origin: null }
  let normal = ''
  const starts: number[] = []
  const ends: number[] = []
  eachPiece(text, (start, end, plain) => {
    const piece = text.slice(start, end)
    const folded = plain ? piece : fold(piece)
    normal += folded
    for (let unit = 0; unit < folded.length; unit++) {
      starts.push(plain ? start + unit : start)
      ends.push(plain ? start + unit + 1 : end)
    }
  })
  return { text: normal, origin: { starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) } }
}

/**
 * Finds `needle` in `haystack`, both in normal form. Returns original ranges, sorted and not overlapping; none for an
 * empty needle. Matches inside one character (キ in ㌔) give that character once. Stops after `max` ranges.
 */
export function findAll(haystack: string | Normalised, needle: string, max = Infinity): TextRange[] {
  const wanted = normalise(needle)
  if (wanted === '') return []
  const { text, origin } = typeof haystack === 'string' ? normaliseWithOrigin(haystack) : haystack
  const ranges: TextRange[] = []
  let free = 0
  let next = 0
  for (const at of startsOf(text, wanted)) {
    if (at < next) continue
    if (ranges.length >= max) break
    next = at + wanted.length
    const last = next - 1
    const range = origin ? { start: origin.starts[at]!, end: origin.ends[last]! } : { start: at, end: last + 1 }
    if (range.start < free) continue
    free = range.end
    ranges.push(range)
  }
  return ranges
}
