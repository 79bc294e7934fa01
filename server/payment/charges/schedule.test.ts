import { describe, expect, it } from 'vitest'
import { nextAttempt } from './schedule.ts'

const FIRST = new Date('2026-03-01T00:00:00Z')

function at(days: number): Date {
  return new Date(FIRST.getTime() + days * 24 * 60 * 60 * 1000)
}

describe('the next attempt after a failed charge', () => {
  it.each([
    [1, 0, 1],
    [2, 1, 3],
    [3, 3, 5],
    [4, 5, null],
    // Late attempts: never on a day that has passed.
    [1, 2, 3],
    [2, 7.5, 8.5],
    [3, 20, 21],
  ])('attempt %d that failed on day %d: day %s', (attempt, now, next) => {
    expect(nextAttempt(FIRST, attempt, at(now))).toEqual(next === null ? null : at(next))
  })
})
