import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchWake } from './wake-detection.ts'

let page: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('WS-33 checks the clock every 5000 ms and detects a sleep of two intervals', () => {
  const returned = vi.fn()
  const stop = watchWake(returned)
  vi.advanceTimersByTime(60_000)
  expect(returned).not.toHaveBeenCalled()
  // During sleep the clock advances, timers do not.
  vi.setSystemTime(Date.now() + 4000)
  vi.advanceTimersByTime(5000)
  expect(returned).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(4999)
  expect(returned).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(returned).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(returned).toHaveBeenCalledTimes(1)
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

it('WS-32 detects that the network is back', () => {
  const returned = vi.fn()
  const stop = watchWake(returned)
  page.dispatchEvent(new Event('online'))
  expect(returned).toHaveBeenCalledTimes(1)
  stop()
  page.dispatchEvent(new Event('online'))
  expect(returned).toHaveBeenCalledTimes(1)
})
