// The one normaliser: search in a file, search across files, replace and tags all compare texts in this form, so
// that ﾃﾞｰﾀ, データ and データ with a combining mark are one word. It keeps a way back: a hit in the normalised text
// becomes a range of the original, in UTF-16 code units, that covers whole characters.

/** A half-open range of a text in UTF-16 code units. */
export interface TextRange {
  start: number
  end: number
}

/** A normalised text and, for each of its code units, the original range it came from (null: the text was already so). */
export interface Normalised {
  readonly text: string
  readonly origin: { readonly starts: Uint32Array; readonly ends: Uint32Array } | null
}

/**
 * A run of characters that are in normal form already. Most Japanese speech is nothing else, and whole runs are copied:
 * the first key of a search normalises a whole file.
 */
const PLAIN = /[\t\n -@[-~、-〃々-】ぁ-ゖァ-ー一-鿿]+/y

/**
 * Characters that may melt into the one before them: marks, both widths of (han)dakuten, vowels and finals of Hangul;
 * and those that vanish (see `IGNORED`), so that what stands around them can meet.
 */
const JOINS = /[\p{M}゛゜ﾞﾟ\u1160-\u11ff\u3131-\u318e\uffa0-\uffdc\u200b-\u200d\ufeff\u00ad]/u

/** Invisible and without meaning for a search: zero-width characters, soft hyphen, variants of a glyph. */
const IGNORED = /[\u200b-\u200d\ufeff\u00ad]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu

const SPACED_MARKS: Readonly<Record<string, string>> = { ゛: '\u3099', ゜: '\u309a' }
/** Look-alikes that keyboards and engines mix up and that NFKC leaves apart. */
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

/** Normalises one character together with what melts into it. A lone surrogate becomes U+FFFD, which storage accepts. */
function fold(cluster: string): string {
  return cluster
    .toWellFormed()
    .replace(IGNORED, '')
    .replace(/[゛゜]/g, (mark) => SPACED_MARKS[mark]!)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[〜‐‒–—―−ς]/g, (character) => LOOKALIKES[character]!)
}

/** Where the plain run that begins at `start` ends (`start` when none does). */
function endOfRun(text: string, start: number): number {
  PLAIN.lastIndex = start
  return PLAIN.test(text) ? PLAIN.lastIndex : start
}

const unitsAt = (text: string, at: number): number => (text.codePointAt(at)! > 0xffff ? 2 : 1)

/** Whether the character at `at` may melt into the one before it. */
const joins = (text: string, at: number): boolean => JOINS.test(String.fromCodePoint(text.codePointAt(at)!))

/** Visits the pieces of a text in order: plain runs as they are, and what is to be folded cluster by cluster. */
function eachPiece(text: string, visit: (start: number, end: number, plain: boolean) => void): void {
  let start = 0
  while (start < text.length) {
    const run = endOfRun(text, start)
    // The last character of a run belongs to the marks behind it.
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

/** The normal form of a text: NFKC, one width of kana, digits and Latin, lower case, look-alikes folded. Idempotent. */
export function normalise(text: string): string {
  if (endOfRun(text, 0) === text.length) return text
  let normal = ''
  eachPiece(text, (start, end, plain) => {
    const piece = text.slice(start, end)
    normal += plain ? piece : fold(piece)
  })
  return normal
}

/** The normal form with the way back to the original. */
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
 * Where `needle` occurs in `haystack`, both compared in normal form: original ranges in order, not overlapping.
 * An empty needle occurs nowhere. Hits inside one character (キ in ㌔) cover that character, once.
 */
export function findAll(haystack: string | Normalised, needle: string): TextRange[] {
  const wanted = normalise(needle)
  if (wanted === '') return []
  const { text, origin } = typeof haystack === 'string' ? normaliseWithOrigin(haystack) : haystack
  const ranges: TextRange[] = []
  let free = 0
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const last = at + wanted.length - 1
    const range = origin ? { start: origin.starts[at]!, end: origin.ends[last]! } : { start: at, end: last + 1 }
    if (range.start < free) continue
    free = range.end
    ranges.push(range)
  }
  return ranges
}
