import { expect, it } from 'vitest'
import { signed } from './signed.ts'

it.each([
  [-1100, '-¥1100'],
  [0, '¥0'],
  [1100, '¥1100'],
])('%i', (amount, text) => {
  expect(signed(amount, (yen) => `¥${yen}`)).toBe(text)
})
