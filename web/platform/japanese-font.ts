// The Japanese font is a hundred small files behind one long list. Whoever has had it gets it at once, out of the
// browser's cache. On a first visit it would take the line from what the page shows, which the system's own font can say
// as well: it comes when nothing else is on its way.
import { queryClient } from './query-client.ts'

const KEY = 'kaiwa.font'
const LOOK_MS = 400
/** So many looks without anything on its way are quiet; after the last look it comes anyhow. */
const QUIET_LOOKS = 2
const LOOKS = 25

/** Resolves when the page has drawn what it has; not every browser tells. */
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
