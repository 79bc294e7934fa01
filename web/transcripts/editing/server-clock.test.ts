import { expect, it } from 'vitest'
import { ServerClock } from './server-clock.ts'

it('uses the time of the server and a monotonic clock, not the wall clock', () => {
  let time = 5_000
  const clock = new ServerClock(() => time)
  expect(clock.remaining('2026-11-21T10:05:00.000Z')).toBeNull()
  clock.set('2026-11-21T10:00:00.000Z')
  expect(clock.remaining('2026-11-21T10:05:00.000Z')).toBe(300_000)
  time += 299_000
  expect(clock.remaining('2026-11-21T10:05:00.000Z')).toBe(1_000)
  clock.set('2026-11-21T10:07:00.000Z')
  expect(clock.remaining('2026-11-21T10:05:00.000Z')).toBe(-120_000)
})
