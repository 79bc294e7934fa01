// JSON.parse cannot be interrupted, and a small text can expand a lot: 4 MB of `[[],[],…]` take 200 ms and 70 MB of
// memory. The text is therefore scanned before it is parsed, at about one nanosecond per character.
import { LIMITS } from './limits.ts'

export interface JsonLimits {
  /** Nesting depth of objects and arrays. */
  readonly depth: number
  /** Total number of objects and arrays. */
  readonly containers: number
  /** Approximate number of values: objects, arrays and commas. */
  readonly values: number
}

/** Limits for a text of at most `bytes` bytes. The densest real body, a save of many words, reaches half of each. */
export function jsonLimits(bytes: number): JsonLimits {
  return {
    depth: LIMITS.bodyDepth,
    containers: Math.ceil(bytes / 128),
    values: Math.ceil(bytes / 16),
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Index of the quote that ends the string starting before `from`; the length of the text if the string is not closed. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) return at
    if (sign === BACKSLASH) at += 1
  }
  return text.length
}

/**
 * Returns the limit that a JSON text exceeds, or null if it can be parsed safely. Does not validate: an invalid text is
 * counted by its characters.
 */
export function exceededLimit(text: string, limits: JsonLimits): keyof JsonLimits | null {
  let depth = 0
  let containers = 0
  let commas = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at + 1)
        break
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1
        containers += 1
        if (depth > limits.depth) return 'depth'
        if (containers > limits.containers) return 'containers'
        break
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1
        break
      case COMMA:
        commas += 1
        if (containers + commas > limits.values) return 'values'
        break
    }
  }
  return null
}
