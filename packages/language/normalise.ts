// Text normalisation for search in a file, search across files, replace and tags: ﾃﾞｰﾀ, データ and データ with a combining
// mark are equal. It keeps the origin of each code unit, so that a match in the normalised text maps to a range of
// whole characters in the original, in UTF-16 code units.
import { startsOf } from './starts-of.ts'

/** A half-open range of a text in UTF-16 code units. */
export interface TextRange {
  start: number
  end: number
}

/** A normalised text with the original range of each code unit; `origin` is null when all offsets are the same. */
export interface Normalised {
  readonly text: string
  readonly origin: { readonly starts: Uint32Array; readonly ends: Uint32Array } | null
}

/** A text of characters that are already normal. Most Japanese speech is. */
const PLAIN = /^[\t\n -@[-~、-〃々-】ぁ-ゖァ-ー一-鿿]*$/

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

/** True for a text whose characters are all normal already. */
function isPlain(text: string): boolean {
  return PLAIN.test(text)
}

/**
 * The folded form of each UTF-16 unit, filled on demand; 0 before. Capitals, full-width digits and letters, half-width
 * kana and most others fold by themselves to one unit, so their offsets stay. The rest is JOINING or COMPLEX, which are
 * no characters.
 */
const units = new Uint16Array(0x10000)
/** May combine with the character before it. */
const JOINING = 0xfffe
/** Half of a surrogate pair, or folds to another number of units. */
const COMPLEX = 0xffff

function foldUnit(unit: number): number {
  const known = units[unit]!
  if (known !== 0) return known
  const character = String.fromCharCode(unit)
  if (JOINS.test(character)) return (units[unit] = JOINING)
  const form = unit < JOINING && character.isWellFormed() ? fold(character) : ''
  return (units[unit] = form.length === 1 ? form.charCodeAt(0) : COMPLEX)
}

/** Units of the run that was folded last. Grows to the longest text. */
let folded = new Uint16Array(1024)
/** `String.fromCharCode` takes its units as arguments. */
const MAX_ARGUMENTS = 8192

/** Folds the run of units at `start` that fold by themselves into `folded`, and returns its end. */
function foldRun(text: string, start: number): number {
  if (text.length > folded.length) folded = new Uint16Array(2 * text.length)
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const known = units[unit]!
    const form = known === 0 ? foldUnit(unit) : known
    if (form >= JOINING) return at
    folded[at - start] = form
  }
  return text.length
}

/** The first `length` units of `folded` as text. */
function foldedText(length: number): string {
  let normal = ''
  for (let from = 0; from < length; from += MAX_ARGUMENTS)
    normal += Reflect.apply(String.fromCharCode, null, folded.subarray(from, Math.min(from + MAX_ARGUMENTS, length)))
  return normal
}

function unitsAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1
}

/** True when the character at `at` may combine with the one before it. */
function joins(text: string, at: number): boolean {
  const unit = foldUnit(text.charCodeAt(at))
  return unit === JOINING || (unit === COMPLEX && JOINS.test(String.fromCodePoint(text.codePointAt(at)!)))
}

/** Visits the folded pieces of a text in order: runs of units that fold by themselves, and clusters. */
function eachPiece(text: string, visit: (piece: string, start: number, end: number, isRun: boolean) => void): void {
  let start = 0
  while (start < text.length) {
    const run = foldRun(text, start)
    // The last character of a run belongs to the combining marks after it.
    const last = run > start && run < text.length && joins(text, run) ? run - 1 : run
    if (last > start) visit(foldedText(last - start), start, last, true)
    if (last === text.length) return
    start = last
    let end = start + unitsAt(text, start)
    while (end < text.length && joins(text, end)) end += unitsAt(text, end)
    visit(fold(text.slice(start, end)), start, end, false)
    start = end
  }
}

/**
 * The normal form of a text: NFKC, one width of kana, digits and Latin, lower case, look-alikes unified. Idempotent.
 */
export function normalise(text: string): string {
  if (isPlain(text)) return text
  let normal = ''
  eachPiece(text, (piece) => (normal += piece))
  return normal
}

/** The normal form with the origin of each code unit. */
export function normaliseWithOrigin(text: string): Normalised {
  if (isPlain(text)) return { text, origin: null }
  if (foldRun(text, 0) === text.length) return { text: foldedText(text.length), origin: null }
  let normal = ''
  const starts: number[] = []
  const ends: number[] = []
  eachPiece(text, (piece, start, end, isRun) => {
    normal += piece
    for (let unit = 0; unit < piece.length; unit++) {
      starts.push(isRun ? start + unit : start)
      ends.push(isRun ? start + unit + 1 : end)
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
