// The Japanese font consists of about a hundred small files and a long stylesheet. Returning users load it immediately
// from the browser cache. On a first visit it would compete with the page's own files, and each of its files lays the
// page out again, which on a slow device makes a press wait. So it is loaded when no other request is running and the
// user neither presses nor types; the system font is used until then.
import { localStore } from './browser-storage.ts'
import { queryClient } from './query-client.ts'

const KEY = 'kaiwa.font'
const CHECK_INTERVAL_MS = 400
/** The page is idle after this many checks without a request and without an input. */
const IDLE_CHECKS = 8
/** Maximum number of checks; then the font is loaded also while the page is busy. */
const MAX_CHECKS = 75
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchmove']

/** Resolves when the page is idle; not every browser supports it. */
async function idle(): Promise<void> {
  if ('requestIdleCallback' in globalThis)
    await new Promise((resolve) => {
      requestIdleCallback(resolve, { timeout: 25 * CHECK_INTERVAL_MS })
    })
}

async function untilPageIdle(): Promise<void> {
  const abort = new AbortController()
  let hadInput = false
  for (const type of INPUTS)
    addEventListener(type, () => (hadInput = true), { capture: true, passive: true, signal: abort.signal })
  for (let checks = 0, idleChecks = 0; checks < MAX_CHECKS && idleChecks < IDLE_CHECKS; checks += 1) {
    hadInput = false
    await new Promise((resolve) => {
      setTimeout(resolve, CHECK_INTERVAL_MS)
    })
    await idle()
    idleChecks = hadInput || queryClient.isFetching() > 0 ? 0 : idleChecks + 1
  }
  abort.abort()
}

export async function loadJapaneseFont(): Promise<void> {
  if (!localStore.read(KEY)) await untilPageIdle()
  await import('@fontsource-variable/noto-sans-jp/index.css')
  localStore.write(KEY, 'had')
}
