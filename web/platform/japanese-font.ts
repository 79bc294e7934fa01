// The Japanese font consists of about a hundred small files and a long stylesheet. Returning users load it immediately
// from the browser cache. On a first visit it would compete with the page's own files, so it is loaded when no other
// request is running; the system font is used until then.
import { queryClient } from './query-client.ts'

const KEY = 'kaiwa.font'
const LOOK_MS = 400
/** The network is idle after this many checks without a request; after the last check the font loads in any case. */
const QUIET_LOOKS = 2
const LOOKS = 25

/** Resolves when the page is idle; not every browser supports it. */
const idle = async (): Promise<void> => {
  if ('requestIdleCallback' in globalThis)
    await new Promise((resolve) => {
      requestIdleCallback(resolve, { timeout: LOOKS * LOOK_MS })
    })
}

const untilQuiet = async (): Promise<void> => {
  for (let looks = 0, quiet = 0; looks < LOOKS && quiet < QUIET_LOOKS; looks += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS)
    })
    await idle()
    quiet = queryClient.isFetching() > 0 ? 0 : quiet + 1
  }
}

export const loadJapaneseFont = async (): Promise<void> => {
  if (!localStorage.getItem(KEY)) await untilQuiet()
  await import('@fontsource-variable/noto-sans-jp/index.css')
  localStorage.setItem(KEY, 'had')
}
