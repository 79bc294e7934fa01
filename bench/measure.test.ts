import { expect, it } from 'vitest'
import { toResult, median, p95 } from './measure.ts'

it.each([
  [[3], 3],
  [[4, 1, 3], 3],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, expected) => expect(median(values)).toBe(expected))

it.each([
  [[3], 3],
  [[2, 1], 2],
  [Array.from({ length: 100 }, (_, n) => 100 - n), 96],
  [[], Infinity],
])('the p95 of %j is %d', (values, expected) => expect(p95(values)).toBe(expected))

it('uses the median of the ratios of pairs, not the ratio of the medians', () => {
  const pairs = [
    { ours: 10, peer: 10 },
    { ours: 100, peer: 50 },
    { ours: 11, peer: 10 },
  ]
  expect(toResult({ id: 'X1', goal: { atMost: 1.1 } }, pairs)).toMatchObject({
    ratio: 1.1,
    ours: 11,
    peer: 10,
    ok: true,
  })
  expect(toResult({ id: 'X1', goal: { atMost: 1 } }, pairs)).toMatchObject({ ok: false, goal: '<= 1', pairs: 3 })
  expect(toResult({ id: 'X1', goal: { atLeast: 1 } }, pairs)).toMatchObject({ ok: true, goal: '>= 1' })
})

it('subtracts the allowance from ours', () => {
  const result = toResult({ id: 'A4', goal: { atMost: 1.3 }, allowance: 500 }, [{ ours: 1800, peer: 1000 }])
  expect(result).toMatchObject({ ratio: 1.3, ok: true, goal: '<= 1.3 + 500 ms', unit: 'ms' })
})
