// Detects that a page missed events because it was asleep (closed laptop, frozen tab) or offline. A timer that fires
// much too late shows a sleep; the browser reports the network.
import { useEffect, useRef } from 'react'

/** Milliseconds between clock checks (WS-33). */
const SLEEP_CHECK_MS = 5_000

/** A longer delay means that the page slept. A busy page is late too, but not by a whole interval. */
const LATE_MS = 2 * SLEEP_CHECK_MS

/** Calls `onReturn` when the page wakes up or the network is back. Returns the stop function. */
export function watchWake(onReturn: () => void): () => void {
  let lastCheck = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    const hasSlept = now - lastCheck >= LATE_MS
    lastCheck = now
    if (hasSlept) onReturn()
  }, SLEEP_CHECK_MS)
  globalThis.addEventListener('online', onReturn)
  return () => {
    clearInterval(timer)
    globalThis.removeEventListener('online', onReturn)
  }
}

/** Calls `onReturn` when the page wakes up or the network is back, while the component is mounted. */
export function useWakeDetection(onReturn: () => void): void {
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  useEffect(() => watchWake(() => latest.current()), [])
}
