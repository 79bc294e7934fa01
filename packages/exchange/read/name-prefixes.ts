// `田中：はい` names a speaker, `注意：電源を切る` does not. A name at the start of a text is accepted if it occurs repeatedly in
// the file or is a known speaker of the folder.

/**
 * Characters that a name cannot start with or contain: punctuation and brackets, except brackets around an addition:
 * `田中（営業部）`.
 */
const NAME_START = '[^\\s:：。、！？!?,.<>「」『』［］[\\]【】（）()]'
const NAME_PART = '[^:：。、！？!?<>「」『』［］[\\]【】（）()]'
const NAMED = new RegExp(
  `^[-–—]?\\s*[［[【（(]?(${NAME_START}${NAME_PART}{0,29}?(?:[（(]${NAME_PART}{1,20}[)）])?)[］\\]】）)]?\\s*[:：](?!//)\\s*`,
  'u',
)
/** A name must end within this many characters; the rest is not searched. */
const MAX_NAME_END = 80
/** A name is accepted if it occurs at least this often. */
const MIN_OCCURRENCES = 2
/** All names are accepted if at least this share of the cues begins with one. */
const MIN_NAMED_SHARE = 0.5

/** `At 10:30` reads like a clock time: one or two digits before the colon, two after it. */
const CLOCK_TIME = /(?<!\d)(?:[01]?\d|2[0-3])[:：][0-5]\d(?!\d)$/

export interface NamedLine {
  readonly name: string
  readonly text: string
  /** Name and text may also be the parts of a clock time. Such a line does not count as evidence for the name. */
  readonly isClockTime: boolean
}

/** Splits a line into name and text; null without a name. A clock time alone is not a name. */
export function splitName(line: string): NamedLine | null {
  if (!line.includes(':') && !line.includes('：')) return null
  const start = line.trimStart()
  const found = NAMED.exec(start.slice(0, MAX_NAME_END))
  const name = found?.[1]?.trim() ?? ''
  if (!found || !name || /^(?:\d+|https?)$/i.test(name)) return null
  const isClockTime = CLOCK_TIME.test(start.slice(0, found[0].length + 2))
  return { name, text: start.slice(found[0].length), isClockTime }
}

/**
 * Names in front of these lines that are accepted, in a file with this number of cues; `known` are existing speakers.
 */
export function acceptedNames(lines: readonly string[], cues: number, known: Iterable<string>): Set<string> {
  const counts = new Map<string, number>()
  let all = 0
  for (const line of lines) {
    const named = splitName(line)
    if (!named || named.isClockTime) continue
    all++
    counts.set(named.name, (counts.get(named.name) ?? 0) + 1)
  }
  const existing = new Set(known)
  const isMostlyNamed = all >= cues * MIN_NAMED_SHARE
  return new Set(
    [...counts].flatMap(([name, count]) =>
      isMostlyNamed || count >= MIN_OCCURRENCES || existing.has(name) ? [name] : [],
    ),
  )
}

/** Characters that change the writing direction, are invisible or invalid are not allowed in a name. */
const DECEPTIVE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/gu
const VISIBLE = /[^\p{Cf}\p{Z}\p{M}]/u
const MAX_NAME_LENGTH = 100

/** Cleans a name for use as a speaker name; null if nothing visible is left. */
export function toName(text: string): string | null {
  const clean = text.toWellFormed().replace(DECEPTIVE, ' ').replace(/\s+/gu, ' ').trim()
  const name = [...clean].slice(0, MAX_NAME_LENGTH).join('').trim()
  return VISIBLE.test(name) ? name : null
}
