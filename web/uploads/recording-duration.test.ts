import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withinTimeout } from './recording-duration.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const after = (ms: number, seconds: number) => () =>
  new Promise<number>((resolve) => {
    setTimeout(() => resolve(seconds), ms)
  })

it.each([
  [0, 12.5, 12.5],
  [299, 12.5, 12.5],
  [301, 12.5, 0],
  [0, Number.POSITIVE_INFINITY, 0],
  [0, Number.NaN, 0],
  [0, -1, 0],
])('UP-17 a duration read after %d ms as %d counts as %d', async (ms, seconds, expected) => {
  const duration = withinTimeout(after(ms, seconds))
  await vi.advanceTimersByTimeAsync(302)
  expect(await duration).toBe(expected)
})

it('UP-17 a file that cannot be read counts as 0', async () => {
  expect(await withinTimeout(() => Promise.reject(new Error('no media')))).toBe(0)
})
