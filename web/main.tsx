import './styles.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadJapaneseFont } from './platform/japanese-font.ts'
import { followLanguage, startLanguage } from './platform/language.ts'
import { sessionQuery, watchSession } from './platform/session.ts'
import { queryClient } from './platform/query-client.ts'
import { preloadRoute } from './routes.tsx'
import { TEXTS } from './texts.ts'

/** How long the page is waited for; then what there is says that it is loading. */
const PATIENCE_MS = 500

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

// A function, because the files of pages wait for this one: awaited at its top, the page would wait for itself.
const start = async (): Promise<void> => {
  // What the page needs travels at the same time: its texts, its files, and the question who is there.
  const texts = startLanguage(TEXTS)
  const page = preloadRoute(globalThis.location).catch(() => undefined)
  void queryClient.prefetchQuery(sessionQuery)
  await texts
  await Promise.race([page, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  watchSession()
  followLanguage()
  createRoot(root).render(<App />)
  // Without it everything can be read.
  loadJapaneseFont().catch(() => undefined)
}

start().catch((error: unknown) => {
  root.textContent =
    'ページを読み込めませんでした。再読み込みしてください。The page could not be loaded. Please reload it.'
  throw error
})
