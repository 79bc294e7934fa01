import { expect, it } from 'vitest'
import { withoutSuccess } from './without-success.ts'

it.each([
  ['', null],
  ['?page=2', null],
  ['?successor=1', null],
  ['?success=1', ''],
  ['?success', ''],
  ['?page=2&success=true&query=a+b&success=2', '?page=2&query=a+b'],
])('UI-10 %j becomes %j', (search, rest) => {
  expect(withoutSuccess(search)).toBe(rest)
})
