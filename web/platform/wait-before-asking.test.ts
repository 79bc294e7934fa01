import { expect, it } from 'vitest'
import { waitBeforeAsking } from './wait-before-asking.ts'

it.each([
  ['a server that is away', {}, 4_500],
  ['a connection that was lost', { status: 0 }, 4_500],
  ['a restart behind a proxy', { status: 502 }, 4_500],
  ['a database that is away', { status: 503 }, 4_500],
  ['too many calls', { status: 429 }, 4_500],
  ['a session that is over', { status: 401 }, null],
  ['a channel that is not theirs', { status: 403 }, null],
])('asks for a channel again after %s, unless the answer was no', (_, failure, wait) => {
  expect(waitBeforeAsking(failure, () => 0.5)).toBe(wait)
})
