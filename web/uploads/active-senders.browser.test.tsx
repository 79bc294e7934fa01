import { afterEach, expect, it, vi } from 'vitest'
import { hasStoppedSending, markSending, markStopped } from './active-senders.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

// Test files share their modules: other uploads may be sent.
const [OLD, NEW] = [90_001, 90_002]

it('an upload is interrupted when no page has marked it for a while, also after the clock was put back', () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  expect(hasStoppedSending(OLD)).toBe(false)
  localStorage.setItem(
    'kaiwa.senders',
    JSON.stringify({ [OLD]: Date.now() - 60_000, [NEW]: Date.now() + 9 * 3_600_000 }),
  )
  expect([OLD, NEW].map(hasStoppedSending)).toEqual([true, true])
  markSending(NEW)
  expect(hasStoppedSending(NEW)).toBe(false)
  now.mockReturnValue(1_800_000_000_000 + 5_000)
  expect(hasStoppedSending(NEW)).toBe(false)
  markStopped(NEW)
  expect(hasStoppedSending(NEW)).toBe(true)
})

it('remembers the newest 500 uploads, and works when the storage is full', () => {
  localStorage.setItem(
    'kaiwa.senders',
    JSON.stringify(Object.fromEntries(Array.from({ length: 700 }, (_, n) => [99_000 + n, 0]))),
  )
  markStopped(99_700)
  const stored = Object.keys(JSON.parse(localStorage.getItem('kaiwa.senders') ?? '{}') as object)
  expect([stored.length, stored[0], stored.at(-1)]).toEqual([500, '99201', '99700'])
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  markSending(99_701)
  expect(hasStoppedSending(99_701)).toBe(false)
  markStopped(99_701)
  expect(hasStoppedSending(99_701)).toBe(true)
})
