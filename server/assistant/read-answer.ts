// Reads the JSON of a model while it arrives, and turns its quotes into citations that were checked.
import { cleanText } from '@kaiwa/transcript/clean-text.ts'
import { checkQuotes, type Cite, quotesOf } from './check-quotes.ts'
import { isObject } from './model-json.ts'
import { type ComposedAnswer, composeAnswer, type Part } from './compose-answer.ts'
import type { BlockIds, ModelAnswer } from './prompt.ts'
import { SEPARATOR } from './present-messages.ts'
import { safeMarkdown } from './safe-markdown.ts'

type RawStatement = ModelAnswer['statements'][number]

const MAX_STATEMENTS = 200
/** Of one statement, in UTF-16 code units; what follows is left out. */
const MAX_TEXT = 8_000

/**
 * The statements of an answer that may be incomplete. Of the last one only the text so far is known. Null if the text is no
 * answer: not JSON, or of another form.
 */
export async function readStatements(text: string): Promise<RawStatement[] | null> {
  const { parsePartialJson } = await import('ai')
  const { value } = await parsePartialJson(text)
  if (!isObject(value) || !Array.isArray(value['statements'])) return null
  return value['statements'].slice(0, MAX_STATEMENTS).map((one: unknown) => {
    const { text: written, quotes } = isObject(one) ? one : {}
    return { text: typeof written === 'string' ? written : '', quotes: quotesOf(quotes) }
  })
}

/** The text of a statement without what is not allowed in it. What is shown of an incomplete text never changes later. */
function textOf(raw: string, isComplete: boolean): string {
  // Half a character and spaces at the end wait for what follows.
  const known = raw.slice(0, MAX_TEXT)
  return safeMarkdown(cleanText(isComplete ? known : known.replace(/[\ud800-\udbff]$/, '')), isComplete)
    .replaceAll(/[^\S\n]+\n/g, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}

/** The text of an answer while it arrives. Each later text begins with it. */
export function textSoFar(statements: readonly RawStatement[]): string {
  const texts = statements.map(({ text }, index) => textOf(text, index < statements.length - 1))
  return texts.filter((text) => text !== '').join(SEPARATOR)
}

/** The complete answer. Quotes that do not occur in their block are dropped, and their statement is marked. */
export function composeModelAnswer(statements: readonly RawStatement[], ids: BlockIds, cite: Cite): ComposedAnswer {
  return composeAnswer(
    statements.map((statement): Part => {
      const quotes = checkQuotes(statement.quotes, ids, cite)
      return {
        text: textOf(statement.text, true),
        quotes,
        hasInvalidQuote: quotes.length < statement.quotes.length,
      }
    }),
  )
}
