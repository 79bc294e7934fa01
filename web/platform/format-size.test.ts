import { expect, it } from 'vitest'
import { formatSize, toMb } from './format-size.ts'

it.each([
  [0, '0 MB'],
  [0.004, '0.01 MB'],
  [3.557, '3.56 MB'],
  [42.42, '42.4 MB'],
  [1023.4, '1023 MB'],
  [1024, '1 GB'],
  [1536, '1.5 GB'],
  [10_240, '10 GB'],
])('UI-15 %d MB are shown as %s', (mb, text) => {
  expect(formatSize(mb)).toBe(text)
})

it('converts 1,048,576 bytes to 1 MB', () => {
  expect(toMb(1_048_576)).toBe(1)
})
