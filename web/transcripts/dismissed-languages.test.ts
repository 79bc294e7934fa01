import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isDismissed, rememberDismissed } from './dismissed-languages.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('remembers a file for the person who closed its banner', () => {
  rememberDismissed(1, 7)
  rememberDismissed(1, 8)
  expect([isDismissed(1, 7), isDismissed(1, 8), isDismissed(1, 9), isDismissed(2, 7)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('keeps the last 200 files', () => {
  for (let id = 1; id <= 201; id += 1) rememberDismissed(1, id)
  expect([isDismissed(1, 1), isDismissed(1, 2), isDismissed(1, 201)]).toEqual([false, true, true])
})

it('ignores a stored value that is not a list', () => {
  stored.set('kaiwa.language-banner.1', '{"7":true}')
  expect(isDismissed(1, 7)).toBe(false)
  rememberDismissed(1, 7)
  expect(isDismissed(1, 7)).toBe(true)
})
