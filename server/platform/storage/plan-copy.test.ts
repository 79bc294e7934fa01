import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CopyPart, type Piece, planCopy } from './plan-copy.ts'

const limits = { least: 5, most: 20 }

/** `a` 3 → bytes 0 to 3 of a. */
function pieces(...sizes: [string, number][]): Piece[] {
  return sizes.map(([key, to]) => ({ key, from: 0, to }))
}

function show(parts: CopyPart[]): string[] {
  const range = ({ key, from, to }: Piece) => `${key}${from}-${to}`
  return parts.map((part) => ('copy' in part ? `copy ${range(part.copy)}` : `send ${part.send.map(range).join('+')}`))
}

it.each([
  ['no pieces', [], []],
  ['one small piece', pieces(['a', 3]), ['send a0-3']],
  ['one large piece', pieces(['a', 8]), ['copy a0-8']],
  ['a piece that is too large for one copy', pieces(['a', 43]), ['copy a0-20', 'copy a20-40', 'send a40-43']],
  ['a small tail', pieces(['a', 8], ['b', 2]), ['copy a0-8', 'send b0-2']],
  ['a small head', pieces(['a', 2], ['b', 9]), ['send a0-2+b0-3', 'copy b3-9']],
  ['the rest of a large piece may be small too', pieces(['a', 2], ['b', 6]), ['send a0-2+b0-3', 'send b3-6']],
  ['many small pieces', pieces(['a', 2], ['b', 2], ['c', 2], ['d', 2]), ['send a0-2+b0-2+c0-1', 'send c1-2+d0-2']],
  ['empty pieces', pieces(['a', 0], ['b', 5], ['c', 0]), ['copy b0-5']],
])('%s', (_name, given, expected) => expect(show(planCopy(given, limits))).toEqual(expected))

it('keeps every byte in order, with every part but the last large enough', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50 })), (sizes) => {
      const given = sizes.map((to, index): Piece => ({ key: String(index), from: 0, to }))
      const bytes = (all: readonly Piece[]) =>
        all.flatMap(({ key, from, to }) => Array.from({ length: to - from }, (_, at) => `${key}:${from + at}`))
      const parts = planCopy(given, limits)
      const each = parts.map((part) => bytes('copy' in part ? [part.copy] : part.send))
      expect(each.flat()).toEqual(bytes(given))
      expect(each.slice(0, -1).every(({ length }) => length >= limits.least)).toBe(true)
      expect(each.every(({ length }) => length <= limits.most)).toBe(true)
    }),
  )
})
