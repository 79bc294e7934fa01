// The files of one build in the browser's cache. A cache belongs to a version of the program, and is kept while a window shows a
// page of that version: such a page can still load its chunks when the server no longer has them.
import type { WorkerScope } from './worker-scope.ts'

/** Data that the build writes into its worker. */
export interface Build {
  version: string
  /** Paths of the files with a hash in their names. */
  hashed: readonly string[]
  /** Paths of files that may change under their names. */
  named: readonly string[]
}

const PREFIX = 'kaiwa-build-'
/** Any path of a screen: the server sends the same page for all of them. */
const SHELL = '/offline'
/** Requests at a time. A browser opens six connections to a server without HTTP/2, and the page needs some of them. */
const CONCURRENCY = 3
/** Milliseconds to wait for the version that a window shows. A frozen window does not answer. */
const ANSWER_MS = 3_000

function cacheOf(version: string): Promise<Cache> {
  return caches.open(PREFIX + version)
}

/** Behind the requests of pages. A redirect leads to something else, for example to the sign-in page of a proxy. */
async function fetchFile(path: string, options: RequestInit): Promise<Response> {
  const response = await fetch(path, { credentials: 'omit', priority: 'low', redirect: 'error', ...options })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response
}

/** A file with a hash is never requested again, so an error page of a proxy must not take its place. */
async function fetchHashed(path: string): Promise<Response> {
  const response = await fetchFile(path, {})
  if (/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) throw new Error(`${path} is a page`)
  return response
}

async function inTurn(paths: readonly string[], store: (path: string) => Promise<void>): Promise<void> {
  const left = paths.values()
  const work = async () => {
    for (const path of left) await store(path)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}

async function storeFiles({ version, hashed, named }: Build, shell: Response): Promise<void> {
  const cache = await cacheOf(version)
  await cache.put(SHELL, shell)
  await inTurn(named, async (path) => cache.put(path, await fetchFile(path, { cache: 'no-cache' })))
  // Most files of two builds are the same.
  await inTurn(hashed, async (path) => cache.put(path, (await caches.match(path)) ?? (await fetchHashed(path))))
}

/**
 * Stores all files of the build. Throws if the server has another build by now, or the disk is full: the browser then tries again
 * later, and nothing is kept until then.
 */
export async function storeBuild(build: Build): Promise<void> {
  const { version } = build
  const shell = await fetchFile(SHELL, { cache: 'no-store', headers: { accept: 'text/html' } })
  if (!(await shell.clone().text()).includes(`content="${version}"`)) throw new Error('The server has another version')
  // After a return to an earlier version, windows may still show it.
  const wasStored = await caches.has(PREFIX + version)
  try {
    await storeFiles(build, shell)
  } catch (error) {
    if (!wasStored) await caches.delete(PREFIX + version)
    throw error
  }
}

/** The versions that open windows show; null when a window does not answer. */
async function shownVersions({ clients }: WorkerScope): Promise<Set<string> | null> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const ask = (client: (typeof windows)[number]) =>
    new Promise<string | null>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      setTimeout(() => resolve(null), ANSWER_MS)
      port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(String(data)), { once: true })
      port1.start()
      client.postMessage({ type: 'version' }, [port2])
    })
  const answers = await Promise.all(windows.map(ask))
  const versions = answers.filter((answer) => answer !== null)
  return versions.length === answers.length ? new Set(versions) : null
}

/** Deletes the files of versions that no window shows. */
export async function dropOldBuilds(scope: WorkerScope, current: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + current)
  if (names.length === 0) return
  const shown = await shownVersions(scope)
  if (!shown) return
  await Promise.all(names.filter((name) => !shown.has(name.slice(PREFIX.length))).map((name) => caches.delete(name)))
}

/** A file from the cache of any version: a name with a hash has one content. Otherwise from the server. */
export async function hashedFile(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request)
}

/** A file from the server, or without network from the build. */
export async function namedFile(request: Request, version: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const known = await (await cacheOf(version)).match(request.url, { ignoreSearch: true })
    if (known) return known
    throw error
  }
}

/** The stored page, with a new nonce and marked as offline. Null if it is not stored. */
export async function offlineShell(version: string): Promise<Response | null> {
  const stored = await (await cacheOf(version)).match(SHELL)
  const policy = stored?.headers.get('content-security-policy')
  const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1]
  if (!stored || !policy || !nonce) return null
  const fresh = btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(16))))
  const headers = new Headers(stored.headers)
  headers.set('content-security-policy', policy.replaceAll(nonce, fresh))
  headers.set('cache-control', 'no-store')
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) headers.delete(name)
  const page = (await stored.text()).replaceAll(nonce, fresh)
  return new Response(page.replace('<head>', '<head><meta name="kaiwa-offline" />'), { headers })
}
