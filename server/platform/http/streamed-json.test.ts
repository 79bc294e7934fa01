import { brotliDecompressSync } from 'node:zlib'
import { operation } from '@kaiwa/contract/operation.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { Refusal } from '../refusal.ts'
import { route, type StreamHandler } from './route.ts'
import { items, StreamedJson } from './streamed-json.ts'

const book = z.object({ title: z.string(), pages: z.int(), note: z.string().optional() })
const listShelf = operation({
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

/** What the schema does not name. */
const SECRET = 'not for everybody'
const bookOf = (n: number) => ({ title: `本 "${n}"\n`, pages: n, secret: SECRET })
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

let test: TestApp
let base: string
beforeAll(async () => {
  const listBroken = { ...listShelf, name: 'listBroken', path: '/broken/{books}' }
  test = await openTestApp({
    domains: [{ name: 'shelves', routes: [route(listShelf, handle), route(listBroken, broken)] }],
  })
  base = `${await test.listen()}/api`
})
beforeEach(() => {
  closed = 0
})
afterAll(() => test.close())

const expected = (books: number) => ({
  name: '棚',
  books: Array.from({ length: books }, (_, n) => ({ title: `本 "${n}"\n`, pages: n })),
  by_title: Object.fromEntries(
    Array.from({ length: Math.min(books, 3) }, (_, n) => [`"${n}"`, { title: `本 "${n}"\n`, pages: n }]),
  ),
  nothing: null,
  place: { floor: 2 },
})

it.each([0, 1, 25, 20_000])(
  'the text of %i items is that of the whole answer, without what is not declared',
  async (books) => {
    const { statusCode, body, headers } = await test.http.inject(`/api/shelf/${books}`)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body).toBe(JSON.stringify(expected(books)))
    expect(body).not.toContain(SECRET)
    expect(closed).toBe(1)
  },
)

it('a short answer has a length, a long one comes in parts', async () => {
  expect((await test.http.inject('/api/shelf/2')).headers['content-length']).toBeDefined()
  expect((await test.http.inject('/api/shelf/20000')).headers['content-length']).toBeUndefined()
})

it('a long answer is compressed for whoever takes it, and for no page of another site', async () => {
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
  // The headers of a compressed answer may not have left yet.
  if (answer) await expect(answer.text()).rejects.toThrow('terminated')
  expect(closed).toBe(1)
})

it('whoever leaves ends the work on the answer', async () => {
  const books = 5_000_000
  const leaving = new AbortController()
  const answer = await fetch(`${base}/shelf/${books}`, { signal: leaving.signal })
  await answer.body?.getReader().read()
  leaving.abort()
  await expect.poll(() => closed).toBe(1)
  expect(taken).toBeLessThan(books / 2)
})
