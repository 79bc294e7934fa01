// Starts the parts of the installed app that run on each page. Loaded after the page, so that the first view is not delayed.
import { isOfflinePage } from '../platform/program-version.ts'
import { watchLaunches } from './launches.ts'
import { registerWorker } from './register-worker.ts'
import { checkForUpdate, watchUpdates } from './update.ts'

/** Milliseconds after the load event: the worker fetches all files of the build, which must not compete with the page. */
const DELAY_MS = 2_000

export function startAppShell(): void {
  watchUpdates()
  watchLaunches()
  // A chunk of this version may be gone because the server has another one.
  globalThis.addEventListener('vite:preloadError', () => void checkForUpdate())
  if (isOfflinePage()) return
  setTimeout(() => void registerWorker(), DELAY_MS)
}
