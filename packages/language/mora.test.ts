import { expect, it } from 'vitest'
import { moraCount } from './mora.ts'

it.each([
  ['カイワ', 3],
  ['きょう', 2],
  ['ガッコウ', 4],
  ['シンブン', 4],
  ['サーバー', 4],
  ['ティッシュ', 3],
  ['ｷﾞｼﾞﾛｸ', 4],
  ['', 0],
  ['、。？！ 「」\n', 0],
])('the reading %s has %d morae', (reading, count) => expect(moraCount(reading)).toBe(count))

it.each([
  ['議事録', 4, 7],
  ['2026', 6, 10],
  ['CRM', 5, 8],
  ['Wednesday', 4, 7],
  ['本日はお忙しいところ、', 11, 16],
])('a text without a reading, %s, is estimated at %d to %d morae', (text, low, high) => {
  expect(moraCount(text)).toBeGreaterThanOrEqual(low)
  expect(moraCount(text)).toBeLessThanOrEqual(high)
})
