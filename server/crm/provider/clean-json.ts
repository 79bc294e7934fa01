// PostgreSQL stores neither U+0000 nor half of a surrogate pair, and JSON can name both as escapes.

const ESCAPES = /\\u(?:0000|d[89a-f])/i

function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cleanText(name), clean(one)]))
}

/** JSON without U+0000, and with U+FFFD for each lone surrogate. A text that is not JSON is returned as it is. */
export function cleanJson(text: string): string {
  if (!ESCAPES.test(text)) return text
  try {
    return JSON.stringify(clean(JSON.parse(text)))
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
