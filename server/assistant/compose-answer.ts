// Puts an answer together: its text, and for each part of it the quotes that support it.
import { SEPARATOR } from './present-messages.ts'
import type { StoredQuote, StoredStatement } from './store/messages.ts'

export interface Part {
  text: string
  quotes: StoredQuote[]
  hasInvalidQuote?: boolean
}

export interface ComposedAnswer {
  content: string
  statements: StoredStatement[]
}

/** Parts without text are left out. */
export function composeAnswer(parts: readonly Part[]): ComposedAnswer {
  let content = ''
  const statements: StoredStatement[] = []
  for (const { text, quotes, hasInvalidQuote = false } of parts) {
    if (text === '') continue
    const start = content === '' ? 0 : content.length + SEPARATOR.length
    content += (content === '' ? '' : SEPARATOR) + text
    statements.push({ start, end: content.length, quotes, has_invalid_quote: hasInvalidQuote })
  }
  return { content, statements }
}
