import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readKnown, writeKnown } from './known-chunks.ts'

function known(...positions: number[]) {
  return { run: 7, language: 'ja', positions: new Set(positions) }
}

it.each([
  [known(), '7.ja.'],
  [known(4), '7.ja.4'],
  [known(2, 0, 1), '7.ja.0-2'],
  [known(0, 1, 2, 4, 6, 7), '7.ja.0-2_4_6-7'],
])('writes %j as %s', (value, text) => expect(writeKnown(value)).toBe(text))

it('reads what it writes', () => {
  fc.assert(
    fc.property(fc.nat({ max: 999_999 }), fc.array(fc.nat({ max: 2_000 }), { maxLength: 300 }), (run, positions) => {
      const value = { run, language: 'en', positions: new Set(positions) }
      expect(readKnown(writeKnown(value))).toEqual(value)
    }),
  )
})

it('stays short: what has no room is sent again', () => {
  const text = writeKnown(known(...Array.from({ length: 4_000 }, (_, n) => n * 2)))
  expect(text.length).toBeLessThanOrEqual(4_000)
  const read = readKnown(text)?.positions
  expect(read?.size).toBeGreaterThan(500)
  expect([...(read ?? [])].every((position) => position % 2 === 0)).toBe(true)
})

it.each([
  '',
  '7',
  '7.ja',
  'x.ja.0',
  '7.JA.0',
  '7.ja.5-2',
  '7.ja.0-999999',
  '7.ja.-',
  '7.ja.1__2',
  '7.ja.1-2-3',
  '7.ja.3_2',
  '7.ja.0-4_4-6',
  '-1.ja.0',
])('does not read %j', (text) => expect(readKnown(text)).toBeUndefined())

it('reads at most ten thousand positions, however often a text repeats a range', () => {
  expect(readKnown(`7.ja.${Array.from({ length: 400 }, () => '0-9999').join('_')}`)).toBeUndefined()
  expect(readKnown('7.ja.0-10000')?.positions.size).toBe(10_001)
  expect(readKnown('7.ja.0-10001')).toBeUndefined()
})
