// `田中：はい` tells who speaks, `注意：電源を切る` does not. A name in front of a text is believed when the file or the folder
// knows it otherwise.

/** What no name begins with or holds: sentences and brackets, except brackets around what follows it: `田中（営業部）`. */
const OTHER = '[^\\s:：。、！？!?,.<>「」『』［］[\\]【】（）()]'
const INNER = '[^:：。、！？!?<>「」『』［］[\\]【】（）()]'
const NAMED = new RegExp(
  `^[-–—]?\\s*[［[【（(]?(${OTHER}${INNER}{0,29}?(?:[（(]${INNER}{1,20}[)）])?)[］\\]】）)]?\\s*[:：](?!//)\\s*`,
  'u',
)
/** Characters in which a name must have ended: nothing longer is looked through. */
const HEAD = 80
/** Names that appear so often, or stand in front of so much of the file, are believed. */
const TWICE = 2
const MOST = 0.5

export interface Named {
  readonly name: string
  readonly text: string
}

/** The line as name and text; null for one that names nobody. A clock is no name. */
export function splitName(line: string): Named | null {
  const start = line.trimStart()
  const found = NAMED.exec(start.slice(0, HEAD))
  const name = found?.[1]?.trim() ?? ''
  if (!found || !name || /^(?:\d+|https?)$/i.test(name)) return null
  return { name, text: start.slice(found[0].length) }
}

/** Which names in front of the lines of so many cues are believed; `known` are speakers that there are. */
export function believedNames(lines: readonly string[], cues: number, known: Iterable<string>): Set<string> {
  const counts = new Map<string, number>()
  let all = 0
  for (const line of lines) {
    const name = splitName(line)?.name
    if (name === undefined) continue
    all++
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const there = new Set(known)
  const isHabit = all >= cues * MOST
  return new Set([...counts].flatMap(([name, count]) => (isHabit || count >= TWICE || there.has(name) ? [name] : [])))
}

/** What turns the direction of writing, hides, or is no character at all has no place in a name. */
const DECEPTIVE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/gu
const VISIBLE = /[^\p{Cf}\p{Z}\p{M}]/u
const LENGTH = 100

/** A name as one may be given here; null when nothing of it can be seen. */
export function toName(text: string): string | null {
  const clean = text.toWellFormed().replace(DECEPTIVE, ' ').replace(/\s+/gu, ' ').trim()
  const name = [...clean].slice(0, LENGTH).join('').trim()
  return VISIBLE.test(name) ? name : null
}
