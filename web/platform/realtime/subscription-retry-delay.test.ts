import { expect, it } from 'vitest'
import { subscriptionRetryDelay } from './subscription-retry-delay.ts'

it.each([
  ['an unreachable server', {}, 1, 4_500],
  ['a lost connection', { status: 0 }, 1, 4_500],
  ['the second loss', { status: 0 }, 2, 9_000],
  ['the hundredth loss', { status: 0 }, 100, 45_000],
  ['a restart behind a proxy', { status: 502 }, 1, 4_500],
  ['an unavailable database', { status: 503 }, 1, 4_500],
  ['a rate limit', { status: 429 }, 1, 4_500],
  ['an expired session', { status: 401 }, 1, null],
  ['a forbidden channel', { status: 403 }, 1, null],
  ['an invalid request', { status: 422 }, 1, null],
  ['an invalid response', { status: 200 }, 1, null],
])('retries a channel subscription after %s, unless it was refused', (_, failure, failures, wait) => {
  expect(subscriptionRetryDelay(failure, failures, () => 0.5)).toBe(wait)
})
