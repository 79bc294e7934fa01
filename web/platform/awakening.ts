// A page that was asleep (a closed laptop, a frozen tab) or without network has missed what happened meanwhile. A timer that
// comes much later than it should tells of the one, the browser of the other.

/** Milliseconds between two looks at the clock (WS-33). */
export const SLEEP_CHECK_MS = 5_000

/** Later than this by the clock, the page has slept: a busy page comes late too, but not by a whole interval. */
const LATE_MS = 2 * SLEEP_CHECK_MS

/** Calls `onReturn` whenever the page wakes up or the network is back; answers what stops that. */
export const watchAwakening = (onReturn: () => void): (() => void) => {
  let seen = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    const hasSlept = now - seen >= LATE_MS
    seen = now
    if (hasSlept) onReturn()
  }, SLEEP_CHECK_MS)
  globalThis.addEventListener('online', onReturn)
  return () => {
    clearInterval(timer)
    globalThis.removeEventListener('online', onReturn)
  }
}
