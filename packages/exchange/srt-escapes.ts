// SubRip has no escapes. If a plain text would be misread, an export inserts a WORD JOINER (U+2060), which is invisible
// in players: it breaks up what looks like markup or an arrow, and marks the end of a name. A joiner in the text itself
// is doubled, so that every text can be imported without changes.

const JOINER = '\u2060'
const ESCAPED = /\u2060|<(?=[a-z/])|\{(?=\\)|-(?=>)/gi
/** An odd number of joiners: one is the mark, pairs belong to the text. */
const NAME_END = /: \u2060(?:\u2060\u2060)*(?!\u2060)/
const UNKNOWN_SPEAKER = /^\u2060(?:\u2060\u2060)*(?!\u2060)/

/** Escapes a line of text so that it cannot be read as markup or as times of a cue. */
export function escapeSrt(line: string): string {
  return line.replace(ESCAPED, (sign) => sign + JOINER)
}

export function unescapeSrt(line: string): string {
  return line.includes(JOINER) ? line.replace(/\u2060(\u2060?)/g, '$1') : line
}

/** The first line of a turn by `name`, or by an unknown speaker (null). */
export function markTurn(name: string | null, line: string): string {
  return `${name === null ? '' : `${escapeSrt(name)}: `}${JOINER}${escapeSrt(line)}`
}

export interface MarkedTurn {
  /** Null for an unknown speaker. */
  readonly name: string | null
  /** Still escaped. */
  readonly text: string
}

/** Parses a line written by `markTurn`; null for a line without a mark. */
export function readTurnMark(line: string): MarkedTurn | null {
  if (!line.includes(JOINER)) return null
  if (UNKNOWN_SPEAKER.test(line)) return { name: null, text: line.slice(1) }
  const at = line.search(NAME_END)
  return at < 0 ? null : { name: unescapeSrt(line.slice(0, at)), text: line.slice(at + ': '.length + 1) }
}
