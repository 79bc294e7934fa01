// Finds a quote in its block. The comparison ignores width, case, spaces and punctuation, because models change them. Every
// other character must be equal.
import { findAll } from '@kaiwa/language'
import type { TextRange } from '@kaiwa/language/normalise.ts'

/** Signs that are ignored between letters. */
const IGNORED = /[\s\p{P}\p{S}]/u
/** Letters that a quote needs: a shorter one proves nothing. */
const MIN_LETTERS = 2

interface Letters {
  text: string
  /** Offset in the original of each letter, and of its end. */
  starts: number[]
  ends: number[]
}

function lettersOf(text: string): Letters {
  const letters: Letters = { text: '', starts: [], ends: [] }
  let at = 0
  for (const character of text) {
    if (!IGNORED.test(character)) {
      letters.text += character
      for (let unit = 0; unit < character.length; unit += 1) {
        letters.starts.push(at)
        letters.ends.push(at + character.length)
      }
    }
    at += character.length
  }
  return letters
}

/** The range of the quote in the text of a block, in UTF-16 code units; null if it does not occur. */
export function findQuote(content: string, quote: string): TextRange | null {
  const wanted = lettersOf(quote)
  if (Array.from(wanted.text).length < MIN_LETTERS) return null
  const [literal] = findAll(content, quote.trim(), 1)
  if (literal) return literal
  const found = lettersOf(content)
  const [range] = findAll(found.text, wanted.text, 1)
  return range ? { start: found.starts[range.start]!, end: found.ends[range.end - 1]! } : null
}
