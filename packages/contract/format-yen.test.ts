import { expect, it } from 'vitest'
import { formatYen } from './format-yen.ts'

it.each([
  [29_800, '29,800円', '¥29,800'],
  [0, '0円', '¥0'],
  [-11_000, '-11,000円', '-¥11,000'],
])('%i yen', (yen, ja, en) => {
  expect([formatYen(yen, 'ja'), formatYen(yen, 'en')]).toEqual([ja, en])
})
