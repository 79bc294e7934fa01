import { expect, it } from 'vitest'
import { estimateTokens } from './tokens.ts'

it.each([
  ['', 0],
  ['price', 2],
  ['価格', 2],
  ['価格 price', 4],
  ['\u024f\u024f\u024f', 1],
  ['\u0250\u001f', 2],
  // A character outside of the basic plane has two code units.
  ['😀', 2],
])('%j has at most %i tokens', (text, tokens) => expect(estimateTokens(text)).toBe(tokens))
