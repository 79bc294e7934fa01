import { expect, it } from 'vitest'
import { paginatorEntries } from './paginator.ts'

function written(current: number, last: number) {
  return paginatorEntries(current, last)
    .map((entry) => (entry === 'gap' ? '…' : String(entry)))
    .join(' ')
}

it.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 10, '1 2 3 … 10'],
  [4, 10, '1 2 3 4 5 6 … 10'],
  [5, 10, '1 2 3 4 5 6 7 … 10'],
  [6, 12, '1 … 4 5 6 7 8 … 12'],
  [10, 10, '1 … 8 9 10'],
])('UI-16 page %d of %d offers %s', (current, last, entries) => {
  expect(written(current, last)).toBe(entries)
})
