import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { operation } from '@kaiwa/contract/operation.ts'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { countConnections } from '../../test/count-connections.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { Refusal } from '../refusal.ts'
import { FileAnswer } from './file-answer.ts'
import { type FileHandler, route, type StreamHandler } from './route.ts'
import { items, StreamedJson } from './streamed-json.ts'

const book = z.object({ title: z.string(), pages: z.int(), note: z.string().optional() })
const listShelf = operation({
  answer: 'stream',
  name: 'listShelf',
  method: 'GET',
  path: '/shelf/{books}',
  access: 'public',
  params: z.object({ books: z.coerce.number().int() }),
  query: z.object({ fails: z.coerce.number().int().optional() }),
  response: z.object({
    name: z.string(),
    books: z.array(book),
    by_title: z.record(z.string(), book),
    absent: z.string().optional(),
    nothing: z.array(book).nullable(),
    place: z.object({ floor: z.int() }),
  }),
})

/** Value of a field that is not in the schema. */
const SECRET = 'not for everybody'

function bookOf(n: number) {
  return { title: `本 "${n}"\n`, pages: n, secret: SECRET }
}

let closed = 0
let taken = 0

async function* shelf(books: number, fails: number | undefined) {
  for (let at = 0; at < books; at += 10) {
    await Promise.resolve()
    if (fails !== undefined && at >= fails) throw at === 0 ? new Refusal('E_LOCKED') : new Error('the shelf broke')
    taken = at
    yield Array.from({ length: Math.min(10, books - at) }, (_, n) => bookOf(at + n))
  }
}

const handle: StreamHandler<typeof listShelf> = async ({ params: { books }, query: { fails } }) =>
  new StreamedJson(
    {
      name: '棚',
      books: items(shelf(books, fails)),
      by_title: items([Array.from({ length: Math.min(books, 3) }, (_, n) => [`"${n}"`, bookOf(n)] as const)]),
      absent: undefined,
      nothing: null,
      place: { floor: 2, secret: SECRET } as { floor: number },
    },
    async () => {
      closed += 1
    },
  )

const broken: typeof handle = async () => {
  const pages = 'many' as unknown as number
  return new StreamedJson({
    name: '棚',
    books: items([[{ title: '本', pages }]]),
    by_title: {},
    absent: undefined,
    nothing: null,
    place: { floor: 2 },
  })
}

const noise = operation({
  name: 'listNoise',
  answer: 'stream',
  method: 'GET',
  path: '/noise',
  access: 'public',
  response: z.object({ lines: z.array(z.string()) }),
})
/** More than the buffers of a connection hold, also when compressed. */
const NOISE_BYTES = 256_000_000
const LINE_BYTES = 16_384
let made = 0
function* lines() {
  for (; made < NOISE_BYTES; made += LINE_BYTES) yield [randomBytes((LINE_BYTES / 4) * 3).toString('base64')]
}
const makeNoise: StreamHandler<typeof noise> = async () => {
  made = 0
  return new StreamedJson({ lines: items(lines()) })
}

const someFile = operation({
  name: 'takeFile',
  method: 'GET',
  path: '/file',
  access: 'session',
  answer: 'file',
  produces: ['application/octet-stream'],
  response: z.unknown(),
})
const FILE_BYTES = 32_000_000
const takeFile: FileHandler<typeof someFile> = async () =>
  new FileAnswer('application/octet-stream', 'file', Buffer.alloc(FILE_BYTES))

let test: TestApp
let base: string
beforeAll(async () => {
  const listBroken = { ...listShelf, name: 'listBroken', path: '/broken/{books}' }
  test = await openTestApp({
    env: { KAIWA_REQUEST_SECONDS: '1' },
    domains: [
      {
        name: 'shelves',
        authenticate: async () => ({
          id: 1,
          isOperator: false,
          sessionId: 1,
          workspaceId: 1,
          workspaceRole: null,
          locale: 'ja' as const,
        }),
        routes: [
          route(listShelf, handle),
          route(listBroken, broken),
          route(noise, makeNoise),
          route(someFile, takeFile),
        ],
      },
    ],
  })
  base = `${await test.listen()}/api`
})
beforeEach(() => {
  closed = 0
})
afterAll(() => test.close())

function expected(books: number) {
  return {
    name: '棚',
    books: Array.from({ length: books }, (_, n) => ({ title: `本 "${n}"\n`, pages: n })),
    by_title: Object.fromEntries(
      Array.from({ length: Math.min(books, 3) }, (_, n) => [`"${n}"`, { title: `本 "${n}"\n`, pages: n }]),
    ),
    nothing: null,
    place: { floor: 2 },
  }
}

it.each([0, 1, 25, 20_000])(
  'the text of %i items equals that of the whole answer, without undeclared fields',
  async (books) => {
    const { statusCode, body, headers } = await test.http.inject(`/api/shelf/${books}`)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body).toBe(JSON.stringify(expected(books)))
    expect(body).not.toContain(SECRET)
    expect(closed).toBe(1)
  },
)

it('a short answer has a Content-Length, a long one is chunked', async () => {
  expect((await test.http.inject('/api/shelf/2')).headers['content-length']).toBeDefined()
  expect((await test.http.inject('/api/shelf/20000')).headers['content-length']).toBeUndefined()
})

it('a long answer is compressed for clients that accept it, except for cross-site requests', async () => {
  const ask = (headers: Record<string, string>) =>
    test.http.inject({ url: '/api/shelf/20000', headers: { 'accept-encoding': 'gzip, br', ...headers } })
  const { rawPayload, headers } = await ask({ 'sec-fetch-site': 'same-origin' })
  expect([headers['content-encoding'], headers['vary']]).toEqual(['br', expect.stringContaining('accept-encoding')])
  expect(JSON.parse(brotliDecompressSync(rawPayload).toString())).toEqual(expected(20_000))
  expect((await ask({ 'sec-fetch-site': 'cross-site' })).headers['content-encoding']).toBeUndefined()
})

it('a failure before the first part is an error answer', async () => {
  const refused = await test.http.inject('/api/shelf/20000?fails=0')
  expect([refused.statusCode, refused.json()]).toEqual([409, { error: 'E_LOCKED' }])
  const wrong = await test.http.inject('/api/broken/1')
  expect([wrong.statusCode, wrong.json<{ error: string }>().error]).toEqual([500, 'E_INTERNAL'])
  expect(closed).toBe(1)
})

it.each(['identity', 'br'])('a failure midway breaks the connection (%s)', async (encoding) => {
  const answer = await fetch(`${base}/shelf/20000?fails=15000`, { headers: { 'accept-encoding': encoding } }).catch(
    () => null,
  )
  // The headers of a compressed answer may not have been sent yet.
  if (answer) await expect(answer.text()).rejects.toThrow('terminated')
  expect(closed).toBe(1)
})

it('the work on an answer ends when its client disconnects', async () => {
  const books = 5_000_000
  const leaving = new AbortController()
  const answer = await fetch(`${base}/shelf/${books}`, { signal: leaving.signal })
  await answer.body?.getReader().read()
  leaving.abort()
  await expect.poll(() => closed).toBe(1)
  expect(taken).toBeLessThan(books / 2)
})

const SOON = { timeout: 30_000, interval: 50 }

/** A client that sends a request and does not read the answer. */
function requestAndPause(path: string, encoding = 'identity') {
  const socket = connect({ port: Number(new URL(base).port), host: '127.0.0.1' }).pause()
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write(`GET /api${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\n\r\n`)
  return socket
}

it('a client that does not read cannot keep the source of the answer open', async () => {
  const books = 5_000_000
  requestAndPause(`/shelf/${books}`)
  await expect.poll(() => closed, SOON).toBe(1)
  expect(taken).toBeLessThan(books / 2)
})

it.each(['identity', 'br', 'gzip'])(
  'an answer that is not read is not generated further, and its connection is closed (%s)',
  async (encoding) => {
    made = 0
    await expect.poll(() => countConnections(test), SOON).toBe(0)
    requestAndPause('/noise', encoding)
    await expect.poll(() => made, SOON).toBeGreaterThan(0)
    await expect.poll(() => countConnections(test), SOON).toBe(0)
    // The kernel buffers of both ends hold a few megabytes.
    expect(made).toBeLessThan(32_000_000)
  },
)

it('the connection of a file download that is not read is closed', async () => {
  await expect.poll(() => countConnections(test), SOON).toBe(0)
  requestAndPause('/file')
  await expect.poll(() => countConnections(test), SOON).toBe(1)
  await expect.poll(() => countConnections(test), SOON).toBe(0)
})

it('an account has at most 12 long answers in progress', async () => {
  const clients = Array.from({ length: 12 }, () => requestAndPause('/file'))
  await expect.poll(async () => (await fetch(`${base}/file`, { method: 'GET' })).status, SOON).toBe(429)
  for (const client of clients) client.destroy()
  await expect.poll(async () => (await (await fetch(`${base}/file`)).arrayBuffer()).byteLength, SOON).toBe(FILE_BYTES)
})
