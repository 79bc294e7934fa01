import './styles.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startI18n } from './platform/i18n.ts'
import { followLanguage } from './platform/language.ts'
import { sessionQuery, watchSession } from './platform/session.ts'
import { queryClient } from './platform/query-client.ts'
import { preloadRoute } from './routes.tsx'
import * as common from './ui/texts.ts'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

preloadRoute(globalThis.location.pathname)
void queryClient.prefetchQuery(sessionQuery)
await startI18n(common)
watchSession()
followLanguage()
createRoot(root).render(<App />)

// The subsets of the Japanese font are many small files behind one long list: it comes when the page already stands.
void import('@fontsource-variable/noto-sans-jp/index.css')
