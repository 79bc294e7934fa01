import { afterEach, expect, it, vi } from 'vitest'
import { hasStoppedSending, markSending, markStopped } from './active-senders.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

it('an upload is interrupted when no page has marked it for a while, also after the clock was put back', () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  expect(hasStoppedSending(1)).toBe(false)
  localStorage.setItem('kaiwa.senders', JSON.stringify({ 1: Date.now() - 60_000, 2: Date.now() + 9 * 3_600_000 }))
  expect([1, 2].map(hasStoppedSending)).toEqual([true, true])
  markSending(2)
  expect(hasStoppedSending(2)).toBe(false)
  now.mockReturnValue(1_800_000_000_000 + 5_000)
  expect(hasStoppedSending(2)).toBe(false)
  markStopped(2)
  expect(hasStoppedSending(2)).toBe(true)
})

it('remembers the newest 500 uploads, and works when the storage is full', () => {
  localStorage.setItem(
    'kaiwa.senders',
    JSON.stringify(Object.fromEntries(Array.from({ length: 700 }, (_, id) => [id, 0]))),
  )
  markStopped(700)
  const stored = Object.keys(JSON.parse(localStorage.getItem('kaiwa.senders') ?? '{}') as object)
  expect([stored.length, stored[0], stored.at(-1)]).toEqual([500, '201', '700'])
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  markSending(701)
  expect(hasStoppedSending(701)).toBe(false)
  markStopped(701)
  expect(hasStoppedSending(701)).toBe(true)
})
