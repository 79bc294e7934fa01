import './styles.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followLanguage, startLanguage } from './platform/language.ts'
import { sessionQuery, watchSession } from './platform/session.ts'
import { queryClient } from './platform/query-client.ts'
import { preloadRoute } from './routes.tsx'
import { TEXTS } from './texts.ts'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

// What the page needs travels at the same time: its files, its texts, and the question who is there.
const texts = startLanguage(TEXTS)
preloadRoute(globalThis.location.pathname)
void queryClient.prefetchQuery(sessionQuery)
try {
  await texts
} catch (error) {
  root.textContent =
    'ページを読み込めませんでした。再読み込みしてください。The page could not be loaded. Please reload it.'
  throw error
}
watchSession()
followLanguage()
createRoot(root).render(<App />)

// The subsets of the Japanese font are many small files behind one long list: it comes when the page already stands.
void import('@fontsource-variable/noto-sans-jp/index.css')
