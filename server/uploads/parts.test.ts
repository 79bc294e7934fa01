import { describe, expect, it } from 'vitest'
import { planJoin, planRange, readPart } from './parts.ts'

/** Parses parts: `0-5 3-9`. */
function parts(text: string) {
  return text.split(' ').flatMap((name) => {
    const [start, end] = name.split('-').map(Number)
    return start === undefined || end === undefined ? [] : [{ name, start, end }]
  })
}

function shown(plan: ReturnType<typeof planJoin>) {
  return plan && plan.map(({ key, from, to }) => `${key}[${from},${to})`).join(' ')
}

describe('planJoin', () => {
  it.each([
    ['one', '0-9', 9, '0-9[0,9)'],
    ['one after another', '0-4 4-9', 9, '0-4[0,4) 4-9[0,5)'],
    ['in whatever order', '4-9 0-4', 9, '0-4[0,4) 4-9[0,5)'],
    ['with what was not acknowledged', '0-4 0-6 4-9', 9, '0-6[0,6) 4-9[2,5)'],
    ['beyond the end', '0-4 4-12', 9, '0-4[0,4) 4-12[0,5)'],
    ['with a gap', '0-4 5-9', 9, null],
    ['without the beginning', '1-9', 9, null],
    ['without the end', '0-8', 9, null],
  ])('%s', (_case, given, length, plan) => {
    expect(shown(planJoin(parts(given), length))).toBe(plan)
  })

  it.each([
    ['within one part', '0-4 4-9', [5, 7], '4-9[1,3)'],
    ['across parts', '0-4 4-9 9-12', [2, 10], '0-4[2,4) 4-9[0,5) 9-12[0,1)'],
    ['from a part that covers others', '0-20 4-9 9-12', [10, 13], '0-20[10,13)'],
    ['up to the end of what is there', '0-4 4-9', [6, 20], '4-9[2,5)'],
    ['up to a gap', '0-4 6-9', [2, 9], '0-4[2,4)'],
    ['not beyond the end', '0-4', [4, 9], ''],
    ['of no bytes', '0-4', [2, 2], ''],
  ])('plans a range %s', (_case, given, [from = 0, to = 0], plan) => {
    expect(shown(planRange(parts(given), { from, to }))).toBe(plan)
  })

  it.each([
    'uploads/7/000000000000004-000000000000009',
    'uploads/7/000000000000004-000000000000009-6b6ff0f4-6a3e-4f0e-9d6c-0f6a5d3c2b1a',
  ])('reads the byte range of a part from its key %s', (key) => {
    expect(readPart(key)).toEqual({ name: key, start: 4, end: 9 })
  })

  it.each(['uploads/7/notes', 'uploads/7/000000000000004-000000000000009-new'])(
    'reads no part from the key %s',
    (key) => {
      expect(readPart(key)).toBeNull()
    },
  )
})
