import { expect, it } from 'vitest'
import { linkState } from './link-state.ts'

const now = Date.UTC(2026, 10, 21)
const second = now / 1000

it.each([
  ['AUTH-44', null, 'invalid'],
  ['AUTH-44', '', 'invalid'],
  ['AUTH-44', 'soon', 'invalid'],
  ['AUTH-44', '1e12', 'invalid'],
  ['AUTH-44', '-1', 'invalid'],
  ['AUTH-45', String(second - 1), 'expired'],
  ['AUTH-45', '0', 'expired'],
  ['AUTH-45', String(second), 'open'],
  ['AUTH-45', String(second + 3600), 'open'],
])('%s expires=%s is %s', (_id, expires, state) => {
  expect(linkState(expires, now)).toBe(state)
})
