// The Japanese font consists of about a hundred small files and a long stylesheet. Returning users load it immediately
// from the browser cache. On a first visit it would compete with the page's own files, so it is loaded when no other
// request is running; the system font is used until then.
import { queryClient } from './query-client.ts'

const KEY = 'kaiwa.font'
const CHECK_INTERVAL_MS = 400
/** The network is idle after this many checks without a request; after the last check the font loads in any case. */
const IDLE_CHECKS = 2
const MAX_CHECKS = 25

/** Resolves when the page is idle; not every browser supports it. */
async function idle(): Promise<void> {
  if ('requestIdleCallback' in globalThis)
    await new Promise((resolve) => {
      requestIdleCallback(resolve, { timeout: MAX_CHECKS * CHECK_INTERVAL_MS })
    })
}

async function untilNetworkIdle(): Promise<void> {
  for (let checks = 0, idleChecks = 0; checks < MAX_CHECKS && idleChecks < IDLE_CHECKS; checks += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, CHECK_INTERVAL_MS)
    })
    await idle()
    idleChecks = queryClient.isFetching() > 0 ? 0 : idleChecks + 1
  }
}

export async function loadJapaneseFont(): Promise<void> {
  if (!localStorage.getItem(KEY)) await untilNetworkIdle()
  await import('@fontsource-variable/noto-sans-jp/index.css')
  localStorage.setItem(KEY, 'had')
}
