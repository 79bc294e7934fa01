// Reads the answer of a model while it arrives: each entry as soon as it is complete. Its form is not trusted.
import { quotesOf, type RawQuote } from '../../assistant/check-quotes.ts'
import { isObject, parseJson } from '../../assistant/model-json.ts'

/** An entry as a model gives it. */
export interface RawProposal {
  /** Short id of a property. */
  property: string
  value: string | null
  reason: string
  quotes: RawQuote[]
}

function toProposal(value: unknown): RawProposal[] {
  if (!isObject(value)) return []
  const { property, reason } = value
  if (typeof property !== 'string') return []
  const proposed = value['value']
  return [
    {
      property,
      value:
        typeof proposed === 'string' || typeof proposed === 'number' || typeof proposed === 'boolean'
          ? String(proposed)
          : null,
      reason: typeof reason === 'string' ? reason : '',
      quotes: quotesOf(value['quotes']),
    },
  ]
}

/** Depth of an entry: the answer, its list, the entry. */
const ENTRY_DEPTH = 3

/**
 * Takes the JSON so far, which grows, and returns the entries that are complete since the last call. Each character is
 * read only one time.
 */
export function openProposals(): (text: string) => RawProposal[] {
  let at = 0
  let depth = 0
  let start = 0
  let isText = false
  let isEscaped = false
  return (text) => {
    const found: RawProposal[] = []
    for (; at < text.length; at += 1) {
      const sign = text[at]!
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (sign === '\\') isEscaped = true
        else if (sign === '"') isText = false
      } else if (sign === '"') isText = true
      else if (sign === '{' || sign === '[') {
        depth += 1
        if (depth === ENTRY_DEPTH) start = at
      } else if (sign === '}' || sign === ']') {
        if (depth === ENTRY_DEPTH && sign === '}') found.push(...toProposal(parseJson(text.slice(start, at + 1))))
        depth -= 1
      }
    }
    return found
  }
}

/** Whether a complete answer has the form that was asked for. */
export function isAnswer(text: string): boolean {
  const value = parseJson(text)
  return isObject(value) && Array.isArray(value['values'])
}
