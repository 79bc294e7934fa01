import './styles.ts'
import { createRoot } from 'react-dom/client'
import { App, preloadOfflinePage } from './app/App.tsx'
import { watchInstallOffer } from './platform/installed-app.ts'
import { loadJapaneseFont } from './platform/japanese-font.ts'
import { followLanguage, startLanguage } from './platform/language.ts'
import { pageAddress } from './platform/page-address.ts'
import { isOfflinePage } from './platform/program-version.ts'
import { followNames, sessionQuery, watchSession } from './platform/session.ts'
import { queryClient } from './platform/query-client.ts'
import { preloadRoute } from './app/routes.tsx'
import { TEXTS } from './texts.ts'

/** Maximum wait for the page before the loading state is shown. */
const MAX_WAIT_MS = 500

async function loadPage(isOffline: boolean): Promise<void> {
  if (isOffline) await preloadOfflinePage()
  else await preloadRoute(pageAddress())
}

// A function, because the files of pages import this one: a top-level await here would be a deadlock.
async function start(root: Element): Promise<void> {
  // Fetch everything in parallel: the texts, the page's files, and the session.
  const texts = startLanguage(TEXTS)
  const isOffline = isOfflinePage()
  const page = loadPage(isOffline).catch(() => undefined)
  if (!isOffline) void queryClient.prefetchQuery(sessionQuery)
  await texts
  await Promise.race([page, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
  watchSession()
  followLanguage()
  followNames()
  createRoot(root).render(<App />)
  // Optional: the page is readable without this font.
  loadJapaneseFont().catch(() => undefined)
}

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

watchInstallOffer()
start(root).catch((error: unknown) => {
  root.textContent =
    'ページを読み込めませんでした。再読み込みしてください。The page could not be loaded. Please reload it.'
  throw error
})
