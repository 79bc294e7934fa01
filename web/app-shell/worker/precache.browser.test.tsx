// The files of a build that the service worker stores in the browser's own cache. The test plays the server.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Build, storeBuild } from './precache.ts'

const CACHE = 'kaiwa-build-2.0.0'
const build: Build = {
  version: '2.0.0',
  hashed: Array.from({ length: 40 }, (_, index) => `/assets/part-${index}.js`),
  named: ['/first.js', '/icon.svg'],
}

/** Requests that are under way, the most at a time, and the options of all. */
let open = 0
let most = 0
let requests: { path: string; options: RequestInit }[] = []
/** Answers of the server other than the file itself. */
let answers: Record<string, () => Response>

beforeEach(() => {
  open = most = 0
  requests = []
  answers = {}
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    requests.push({ path, options })
    open += 1
    most = Math.max(most, open)
    await new Promise((resolve) => setTimeout(resolve))
    open -= 1
    if (answers[path]) return answers[path]()
    if (path === '/offline') return new Response('<meta name="kaiwa-version" content="2.0.0" />')
    return new Response(path, { headers: { 'content-type': 'text/javascript' } })
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const name of await caches.keys()) await caches.delete(name)
})

it('stores each file, a few at a time and behind the requests of pages', async () => {
  await storeBuild(build)
  const stored = await (await caches.open(CACHE)).keys()
  expect(stored.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(
    ['/offline', ...build.hashed, ...build.named].toSorted(),
  )
  expect(most).toBeLessThanOrEqual(3)
  expect(requests.filter(({ options }) => options.priority !== 'low' || options.credentials !== 'omit')).toEqual([])
})

it('requests only files that no earlier version has', async () => {
  await (await caches.open('kaiwa-build-1.0.0')).put('/assets/part-1.js', new Response('known'))
  await storeBuild(build)
  expect(requests.some(({ path }) => path === '/assets/part-1.js')).toBe(false)
  expect(await (await (await caches.open(CACHE)).match('/assets/part-1.js'))?.text()).toBe('known')
})

it.each<[string, () => Response]>([
  ['is missing', () => new Response(null, { status: 404 })],
  [
    'is an error page of a proxy',
    () => new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  ],
])('keeps nothing of a build of which a file %s', async (_case, answer) => {
  answers['/assets/part-30.js'] = answer
  await expect(storeBuild(build)).rejects.toThrow('/assets/part-30.js')
  expect(await caches.keys()).toEqual([])
})

it('keeps what was stored before of the same version', async () => {
  await (await caches.open(CACHE)).put('/assets/part-1.js', new Response('shown'))
  answers['/assets/part-30.js'] = () => new Response(null, { status: 404 })
  await expect(storeBuild(build)).rejects.toThrow('/assets/part-30.js')
  expect(await (await caches.match('/assets/part-1.js'))?.text()).toBe('shown')
})

it('stores nothing when the server has another version', async () => {
  answers['/offline'] = () => new Response('<meta name="kaiwa-version" content="3.0.0" />')
  await expect(storeBuild(build)).rejects.toThrow('another version')
  expect(await caches.keys()).toEqual([])
})
