import type { TextRange } from '@kaiwa/language/normalise.ts'

/**
 * Japanese sentences end at 。？！ in any context; Latin sentences end only before white space or the end of the text. A
 * run of Latin marks is tried once, from its first: thousands of them before a letter would cost quadratic time.
 */
const END = /[。？！｡]+[」』）】]*|(?<![.?!…])[.?!…]+["'”’)\]]*(?=\s|$)|\n+/gu
/** Abbreviations whose full stop does not end a sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|Co|Ltd|Inc|No|vs|etc|e\.g|i\.e|[A-Z])\.$/u

/** The sentences of a text as sorted ranges (UTF-16), without surrounding white space. */
export function sentences(text: string): TextRange[] {
  const ranges: TextRange[] = []
  let from = 0
  const close = (to: number) => {
    const piece = text.slice(from, to)
    const start = from + piece.length - piece.trimStart().length
    const end = from + piece.trimEnd().length
    if (end > start) ranges.push({ start, end })
    from = to
  }
  for (const { 0: mark, index } of text.matchAll(END)) {
    const to = index + mark.length
    if (mark === '.' && ABBREVIATION.test(text.slice(from, to))) continue
    close(to)
  }
  close(text.length)
  return ranges
}
