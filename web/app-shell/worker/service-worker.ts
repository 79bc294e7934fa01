// The service worker: keeps the files of the build for windows without network, and takes files that the system shares. It
// answers no call of the API, stores no answer of the server but the files of the build, and never shows a stored page while the
// server answers. See docs/decisions/0134-the-installed-app.md.
import { keepShared } from '../shared-cache.ts'
import { type Build, dropOldBuilds, hashedFile, namedFile, offlineShell, storeBuild } from './precache.ts'
import type { FetchEvent, WorkerScope } from './worker-scope.ts'

/** Replaced by the build (web/service-worker-build.ts). */
declare const KAIWA_BUILD: Build

const scope = globalThis as unknown as WorkerScope
const build = KAIWA_BUILD
const named = new Set(build.named)
/** Addresses that are no pages of the app, although a browser may show them. */
const NO_PAGE = /^\/(?:api|app|assets|avatars|dev|media|postal-codes)(?:\/|$)/
/** Answers of a proxy whose server is away. */
const UNREACHABLE = new Set([502, 503, 504])

async function navigate({ preloadResponse, request }: FetchEvent): Promise<Response> {
  let response: Response | null = null
  try {
    response = (await preloadResponse) ?? (await fetch(request))
    if (!UNREACHABLE.has(response.status)) return response
  } catch {
    // No network.
  }
  return (await offlineShell(build.version)) ?? response ?? Response.error()
}

/** Keeps the shared files and shows the page that asks for their folder. */
async function share(request: Request): Promise<Response> {
  const show = (search: string) => Response.redirect(`/shared${search}`, 303)
  try {
    const files = (await request.formData()).getAll('files').filter((value) => value instanceof File)
    await keepShared(files)
    return show('')
  } catch (error) {
    return show(error instanceof Error && error.name === 'QuotaExceededError' ? '?problem=full' : '?problem=lost')
  }
}

scope.addEventListener('install', (event) => {
  // A new worker serves pages of every version, so it does not wait for old windows to close.
  event.waitUntil(storeBuild(build).then(() => scope.skipWaiting()))
})

scope.addEventListener('activate', (event) => {
  const activate = async () => {
    await scope.registration.navigationPreload?.enable()
    await scope.clients.claim()
    await dropOldBuilds(scope, build.version)
  }
  event.waitUntil(activate())
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== scope.location.origin) return
  // The system opens a window with the form. A frame or a script of any page cannot fill the cache.
  const isShare = request.method === 'POST' && pathname === '/share-target' && request.destination === 'document'
  if (isShare) event.respondWith(share(request))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') {
    if (!NO_PAGE.test(pathname) && !named.has(pathname)) event.respondWith(navigate(event))
  } else if (pathname.startsWith('/assets/')) event.respondWith(hashedFile(request))
  else if (named.has(pathname)) event.respondWith(namedFile(request, build.version))
})
