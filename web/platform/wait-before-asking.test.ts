import { expect, it } from 'vitest'
import { waitBeforeAsking } from './wait-before-asking.ts'

it.each([
  ['a server that is away', {}, 1, 4_500],
  ['a connection that was lost', { status: 0 }, 1, 4_500],
  ['the second loss', { status: 0 }, 2, 9_000],
  ['the hundredth loss', { status: 0 }, 100, 45_000],
  ['a restart behind a proxy', { status: 502 }, 1, 4_500],
  ['a database that is away', { status: 503 }, 1, 4_500],
  ['too many calls', { status: 429 }, 1, 4_500],
  ['a session that is over', { status: 401 }, 1, null],
  ['a channel that is not theirs', { status: 403 }, 1, null],
  ['a question that is none', { status: 422 }, 1, null],
  ['an answer that is none', { status: 200 }, 1, null],
])('asks for a channel again after %s, unless the answer was no', (_, failure, failures, wait) => {
  expect(waitBeforeAsking(failure, failures, () => 0.5)).toBe(wait)
})
