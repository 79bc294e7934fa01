import { afterEach, expect, it, vi } from 'vitest'
import { updateServerTime, serverNow } from './response-clock.ts'

afterEach(() => {
  vi.useRealTimers()
  updateServerTime(new Date().toUTCString())
})

it.each([
  ['a day behind', -86_400_000],
  ['a day ahead', 86_400_000],
])('is the server’s time on a device that is %s', (_case, off) => {
  const now = Date.UTC(2026, 10, 21, 12)
  vi.useFakeTimers({ now: now + off })
  updateServerTime(new Date(now).toUTCString())
  expect(serverNow()).toBe(now)
  updateServerTime(null)
  updateServerTime('no date')
  vi.advanceTimersByTime(5_000)
  expect(serverNow()).toBe(now + 5_000)
})
