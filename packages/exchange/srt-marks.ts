// SubRip has no escapes. Where a plain text would be read as something else, an export has a WORD JOINER (U+2060), which no
// player shows: it breaks up what would be markup or an arrow, and says for certain where a name ends. A joiner of the text
// itself is written twice, so that every text comes back as it was.

const JOINER = '\u2060'
const ESCAPED = /\u2060|<(?=[a-z/])|\{(?=\\)|-(?=>)/gi
/** An odd number of joiners: one is the mark, pairs belong to the text. */
const NAME_END = /: \u2060(?:\u2060\u2060)*(?!\u2060)/
const NOBODY = /^\u2060(?:\u2060\u2060)*(?!\u2060)/

/** A line of text that is neither markup nor the times of a cue. */
export const escapeSrt = (line: string): string => line.replace(ESCAPED, (sign) => sign + JOINER)

export const unescapeSrt = (line: string): string => line.replace(/\u2060(\u2060?)/g, '$1')

/** The line that begins what `name` says, or what nobody known says (null). */
export const markTurn = (name: string | null, line: string): string =>
  `${name === null ? '' : `${escapeSrt(name)}: `}${JOINER}${escapeSrt(line)}`

export interface MarkedTurn {
  /** Null: nobody known. */
  readonly name: string | null
  /** Still escaped. */
  readonly text: string
}

/** Reads what `markTurn` wrote; null for a line without a mark. */
export function readTurnMark(line: string): MarkedTurn | null {
  if (NOBODY.test(line)) return { name: null, text: line.slice(1) }
  const at = line.search(NAME_END)
  return at < 0 ? null : { name: unescapeSrt(line.slice(0, at)), text: line.slice(at + ': '.length + 1) }
}
