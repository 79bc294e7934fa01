import { describe, expect, it } from 'vitest'
import { checkPair, CLASSIFICATIONS, PARTNERS, tablePairOf, unitOf } from './report-pairs.ts'

// Rows: first classification. Columns: second, in the order of the head.
const MATRIX = `
             sentence  keyword   tags      emotions  speakers
  sentence   same      word      passage   block     block
  keyword    word      same      mismatch  mismatch  word
  tags       passage   mismatch  same      mismatch  passage
  emotions   block     mismatch  mismatch  same      block
  speakers   block     word      passage   block     same
`
const [head = [], ...lines] = MATRIX.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const cells = lines.flatMap(([first = '', ...results]) =>
  results.map((result, index) => [first, head[index] ?? '', result] as const),
)

describe('REP-08 REP-09 the matrix of pairs', () => {
  it('has a row and a column for each classification', () => {
    expect(head.toSorted()).toEqual([...CLASSIFICATIONS].toSorted())
    expect(cells).toHaveLength(25)
  })

  it.each(cells)('%s with %s: %s', (first, second, result) => {
    const pair = { first: first as never, second: second as never }
    const checked = checkPair(pair)
    expect(checked === 'allowed' ? unitOf(pair) : checked).toBe(result)
  })

  it('makes sentence the only column of the table', () => {
    expect(tablePairOf({ first: 'sentence', second: 'tags' })).toEqual({ first: 'tags', second: 'sentence' })
    expect(tablePairOf({ first: 'tags', second: 'sentence' })).toEqual({ first: 'tags', second: 'sentence' })
    expect(tablePairOf({ first: 'speakers', second: 'tags' })).toEqual({ first: 'speakers', second: 'tags' })
  })

  it('is symmetric', () => {
    for (const one of CLASSIFICATIONS)
      for (const other of PARTNERS[one])
        expect([other, PARTNERS[other]]).toEqual([other, expect.arrayContaining([one])])
  })
})
