import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { errorStatus } from '@kaiwa/contract/errors.ts'
import { page } from '@kaiwa/contract/fields.ts'
import { operation } from '@kaiwa/contract/operation.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import type { Domain } from '../domain.ts'
import { Refusal } from '../refusal.ts'
import { SandboxFailure } from '../sandbox/sandbox-failure.ts'
import { route } from './route.ts'

const entry = z.object({ name: z.string().min(2).max(5), size: z.number().positive() })
const shelve = operation({
  name: 'shelve',
  method: 'POST',
  path: '/shelves/{id}/books',
  access: 'session',
  params: z.object({ id: z.coerce.number().int().positive() }),
  query: z.object({ loud: z.enum(['0', '1']).default('0') }),
  body: z.object({ email: z.email(), files: z.array(entry).min(1), note: z.string().optional() }),
  response: z.object({ id: z.int(), count: z.int(), caller: z.int() }),
  status: 201,
  errors: ['E_LOCKED'],
})
const listBooks = operation({
  name: 'listBooks',
  method: 'GET',
  path: '/books',
  access: 'public',
  response: page(z.object({ title: z.string() })),
})
const listAllBooks = operation({
  name: 'listAllBooks',
  method: 'GET',
  path: '/books/all',
  access: 'public',
  response: z.object({ titles: z.array(z.string()) }),
})
const fail = operation({
  name: 'fail',
  method: 'GET',
  path: '/fail/{how}',
  access: 'public',
  params: z.object({ how: z.string() }),
  response: z.object({ fine: z.boolean() }),
})
const limited = operation({
  name: 'limited',
  method: 'POST',
  path: '/limited',
  access: 'public',
  body: z.object({ email: z.string().trim() }),
  response: z.object({ fine: z.literal(true) }),
  rateLimit: [
    { max: 3, window: 60, key: 'ip' },
    { max: 2, window: 60, key: 'body.email', code: 'AUTH_RESET_PASSWORD_REQUEST_THROTTLED' },
  ],
})
const operate = operation({
  name: 'operate',
  method: 'DELETE',
  path: '/admin/operate',
  access: 'operator',
  response: z.object({ fine: z.literal(true) }),
})

const LOCK = {
  by: { id: 3, name: '佐藤', avatar: null },
  locked_block_uuids: [],
  until: '2026-11-21T00:05:00.000Z',
  version: 2,
}

const failures: Record<string, () => unknown> = {
  'full disk of the database': () =>
    sql`do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(test.db),
  'full disk': () => writeFileSync('/dev/full', 'x'),
  'full disk of a program': () => {
    throw new SandboxFailure('disk-full', 'ffmpeg')
  },
  bug: () => {
    throw new Error('select * from secrets')
  },
  locked: () => {
    throw new Refusal('E_LOCKED', { lock: LOCK })
  },
  undeclared: () => {
    throw new Refusal('E_CONFLICT')
  },
}

const actors: Record<string, { id: number; isOperator: boolean }> = {
  reader: { id: 7, isOperator: false },
  boss: { id: 1, isOperator: true },
}

const library: Domain = {
  name: 'library',
  authenticate: async ({ headers, cookies }) => {
    const token = headers.authorization?.replace('Bearer ', '') ?? cookies['kaiwa_session']
    if (token === undefined) return null
    const actor = actors[token]
    if (!actor) throw new Refusal('E_INVALID_ACCESS_TOKEN')
    // The accounts domain extends Actor; the domain of this test has no more fields.
    return actor as Awaited<ReturnType<NonNullable<Domain['authenticate']>>>
  },
  routes: [
    route(shelve, ({ params, body }, { actor }) => ({
      id: params.id,
      count: body.files.length,
      caller: actor.id,
      password_hash: 'never',
    })),
    route(listBooks, () => ({ data: [{ title: '雪国', isbn: 'x' }], current_page: 1, last_page: 3, next: 2 })),
    route(listAllBooks, () => ({ titles: Array.from({ length: 1000 }, (_, n) => `雪国 ${n}`) })),
    route(fail, async ({ params }) => {
      await failures[params.how]?.()
      return { fine: 'no' } as unknown as { fine: boolean }
    }),
    route(limited, () => ({ fine: true as const })),
    route(operate, () => ({ fine: true as const })),
  ],
}

let test: TestApp
let webFolder: string
const lines: string[] = []
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'kaiwa-web-'))
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>page</title>')
  await writeFile(join(webFolder, 'assets/main-abc123.js'), 'export {}')
  await writeFile(join(webFolder, 'assets/main-abc123.js.gz'), 'gzipped')
  await writeFile(join(webFolder, 'assets/main-abc123.js.br'), 'brotli')
  test = await openTestApp({ domains: [library], webFolder, logTo: { write: (line) => lines.push(line) } })
})
afterAll(async () => {
  await test.close()
  await rm(webFolder, { recursive: true })
})

const good = { email: 'a@b.jp', files: [{ name: 'abc', size: 1 }] }

function book(body: unknown, as?: string, id: unknown = 4) {
  return test.call(shelve, { params: { id }, query: {}, body } as never, as)
}

describe('a call', () => {
  it('API-01 is served under /api with the relative path of its operation', async () => {
    expect((await book(good, 'reader')).status).toBe(201)
    expect((await test.http.inject({ method: 'POST', url: '/shelves/4/books' })).statusCode).toBe(404)
  })

  it('returns declared fields only', async () => {
    const { body } = await book(good, 'reader')
    expect(body).toEqual({ id: 4, count: 1, caller: 7 })
  })

  it('API-05 returns pages as data, current_page and last_page', async () => {
    const { body } = await test.call(listBooks, {})
    expect(body).toEqual({ data: [{ title: '雪国' }], current_page: 1, last_page: 3 })
  })

  it('is refused without credentials, and with invalid ones, before its body is validated', async () => {
    expect(await book({}, undefined)).toMatchObject({ status: 401, error: 'E_NO_ACCESS_TOKEN' })
    expect(await book({}, 'stranger')).toMatchObject({ status: 401, error: 'E_INVALID_ACCESS_TOKEN' })
  })

  it('ignores invalid credentials if the operation is public', async () => {
    expect((await test.call(listBooks, {}, 'stranger')).status).toBe(200)
  })

  it('is refused to everyone but operators if the operation is for operators', async () => {
    expect(await test.call(operate, {}, 'reader')).toMatchObject({ status: 403, error: 'E_FORBIDDEN' })
    expect((await test.call(operate, {}, 'boss')).status).toBe(200)
  })

  it('with an invalid id is answered 404', async () => {
    expect(await book(good, 'reader', 'x')).toMatchObject({ status: 404, error: 'E_NOT_FOUND' })
    expect((await book(good, 'reader', '\0')).status).toBe(404)
  })
})

describe('validation', () => {
  it.each([
    ['nothing', {}, { email: ['required'], files: ['required'] }],
    ['no body', undefined, { email: ['required'], files: ['required'] }],
    ['empty text', { ...good, email: '' }, { email: ['required'] }],
    ['a wrong format', { ...good, email: 'nobody' }, { email: ['format'] }],
    ['an empty list', { ...good, files: [] }, { files: ['required'] }],
    ['a short name', { ...good, files: [{ name: 'a', size: 1 }] }, { 'files.0.name': ['min'] }],
    ['a long name', { ...good, files: [{ name: 'abcdef', size: 1 }] }, { 'files.0.name': ['max'] }],
    ['a number too small', { ...good, files: [{ name: 'abc', size: 0 }] }, { 'files.0.size': ['min'] }],
    ['a wrong type', { ...good, files: [{ name: 'abc', size: 'x' }] }, { 'files.0.size': ['format'] }],
    ['null', { ...good, email: null }, { email: ['required'] }],
    ['NUL in a text', { ...good, note: 'a\0b' }, { note: ['format'] }],
    ['half a surrogate pair', { ...good, note: '\ud83d' }, { note: ['format'] }],
    ['a list for an object', [], { body: ['format'] }],
  ])('API-04 %s', async (_, body, errors) => {
    expect(await book(body, 'reader')).toMatchObject({ status: 422, error: 'E_UNPROCESSABLE_ENTITY', errors })
  })

  it.each([
    ['broken JSON', 'application/json', '{"email": ', { body: ['format'] }],
    ['another type', 'text/plain', 'email', { body: ['format'] }],
    ['five megabytes', 'application/json', JSON.stringify({ note: 'x'.repeat(5_000_000) }), { body: ['max'] }],
    ['deep nesting', 'application/json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, { body: ['format'] }],
  ])('refuses a body of %s', async (_, type, payload, errors) => {
    const headers = { authorization: 'Bearer reader', 'content-type': type }
    const response = await test.http.inject({ method: 'POST', url: '/api/shelves/4/books', headers, payload })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toEqual({ error: 'E_UNPROCESSABLE_ENTITY', errors })
  })
})

describe('a failure', () => {
  it('API-03 has its code in error, and its details in the same object', async () => {
    const answer = await test.call(fail, { params: { how: 'locked' } })
    expect(answer).toMatchObject({ status: 409, body: { error: 'E_LOCKED', lock: LOCK } })
  })

  it.each(['bug', 'unfit answer'])(
    'that is unexpected (%s) shows only the id under which it is logged',
    async (how) => {
      const answer = await test.call(fail, { params: { how } })
      expect(answer.status).toBe(500)
      expect(answer.body).toEqual({ error: 'E_INTERNAL', request_id: answer.headers['x-request-id'] })
      expect(lines.join('')).toContain(String(answer.headers['x-request-id']))
    },
  )

  it.each(['full disk', 'full disk of a program', 'full disk of the database'])(
    'because of a %s is temporary and logged',
    async (how) => {
      lines.length = 0
      const answer = await test.call(fail, { params: { how } })
      expect(answer).toMatchObject({ status: 503, error: 'E_UNAVAILABLE', headers: { 'retry-after': '60' } })
      expect(lines.join('')).toContain('database or storage unavailable')
    },
  )

  it('of an unknown path is a 404 of the same form, and never the page', async () => {
    const response = await test.http.inject({ url: '/api/nowhere', headers: { accept: 'text/html' } })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ error: 'E_NOT_FOUND' })
  })

  it('never writes credentials to the log', () => {
    expect(lines.join('')).not.toContain('Bearer reader')
  })
})

describe('rate limits', () => {
  const knock = (email: string, remoteAddress: string) =>
    test.call(limited, { body: { email } }, undefined, { remoteAddress })

  it('count per address and answer with Retry-After', async () => {
    const answers = []
    for (const email of ['a', 'b', 'c', 'd']) answers.push(await knock(email, '10.0.0.1'))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers[3]).toMatchObject({ error: 'E_TOO_MANY_REQUESTS' })
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(50)
    expect((await knock('e', '10.0.0.2')).status).toBe(200)
  })

  it('count per field, ignoring case, with their own error code', async () => {
    const answers = []
    for (const [email, from] of [
      ['x@y.jp', '1'],
      ['X@y.jp', '2'],
      ['x@Y.jp', '3'],
    ] as const)
      answers.push(await knock(email, `10.0.1.${from}`))
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined, 'AUTH_RESET_PASSWORD_REQUEST_THROTTLED'])
  })

  it('count the validated value of a field, not its raw text', async () => {
    const answers = []
    for (const email of ['z@y.jp', ' z@y.jp', 'z@y.jp  ']) answers.push(await knock(email, `10.0.3.${email.length}`))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422])
  })

  it('begin again after the clock of the database was put back', async () => {
    const answers = []
    for (const email of ['f', 'g', 'h', 'i']) answers.push(await knock(email, '10.0.4.1'))
    expect(answers.at(-1)?.status).toBe(429)
    await sql`update rate_limits set expires_at = expires_at + interval '9 hours'`.execute(test.db)
    expect((await knock('j', '10.0.4.1')).status).toBe(200)
    for (const email of ['k', 'l', 'm']) answers.push(await knock(email, '10.0.4.1'))
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  it('hold for parallel calls', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => knock(`p${n}`, '10.0.2.1')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  })
})

it('an undecodable target is answered 404', async () => {
  const response = await test.http.inject('/api/%zz')
  expect([response.statusCode, response.json()]).toEqual([404, { error: 'E_NOT_FOUND' }])
  expect(response.headers['x-request-id']).toBeTruthy()
})

describe('the origin of a request', () => {
  const post = (headers: Record<string, string>) =>
    test.http.inject({ method: 'POST', url: '/api/shelves/4/books', headers, payload: good })

  it('API-02 a cookie alone authenticates a request of our own page', async () => {
    const response = await post({ cookie: 'kaiwa_session=reader', origin: 'http://localhost', host: 'localhost' })
    expect(response.statusCode).toBe(201)
  })

  it.each([
    ['another origin', { cookie: 'kaiwa_session=reader', origin: 'https://evil.example' }, 403],
    ['an opaque origin', { cookie: 'kaiwa_session=reader', origin: 'null' }, 403],
    ['a cross-site form', { cookie: 'kaiwa_session=reader', 'sec-fetch-site': 'cross-site' }, 403],
    ['a program without a browser', { cookie: 'kaiwa_session=reader' }, 201],
    ['a bearer from anywhere', { authorization: 'Bearer reader', origin: 'https://app.example' }, 201],
    ['a name that was bent to the loopback', { authorization: 'Bearer reader', host: 'evil.example' }, 403],
  ])('%s', async (_, headers, status) => {
    expect((await post(headers)).statusCode).toBe(status)
  })
})

describe('a long answer', () => {
  const all = (accepted: string) =>
    test.http.inject({ url: '/api/books/all', headers: accepted ? { 'accept-encoding': accepted } : {} })

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
  ] as const)('W2 is compressed for clients that accept %s', async (accepted, encoding, expand) => {
    const { headers, rawPayload } = await all(accepted)
    expect([headers['content-encoding'], headers['vary'], headers['content-type']]).toEqual([
      encoding,
      'accept-encoding, sec-fetch-site',
      'application/json; charset=utf-8',
    ])
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    expect(rawPayload.length).toBeLessThan(5000)
    expect(JSON.parse(expand(rawPayload).toString()).titles).toHaveLength(1000)
  })

  it.each([
    ['same-origin', 'br'],
    ['none', 'br'],
    ['same-site', undefined],
    ['cross-site', undefined],
  ])('is not compressed for cross-site requests: %s', async (site, encoding) => {
    const { headers } = await test.http.inject({
      url: '/api/books/all',
      headers: { 'accept-encoding': 'br', 'sec-fetch-site': site },
    })
    expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'accept-encoding, sec-fetch-site'])
  })

  it('W2 is not compressed for clients that do not accept it, and short answers never are', async () => {
    const whole = await all('')
    expect([whole.headers['content-encoding'], whole.json().titles.length]).toEqual([undefined, 1000])
    const short = await test.http.inject({ url: '/api/books', headers: { 'accept-encoding': 'br' } })
    expect([short.headers['content-encoding'], short.json().data.length]).toEqual([undefined, 1])
  })
})

describe('the page', () => {
  const get = (url: string, headers: Record<string, string> = {}) => test.http.inject({ url, headers })

  it('is served for paths of screens, and revalidated each time', async () => {
    const response = await get('/projects/3?t=4', { accept: 'text/html,*/*' })
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('<title>page</title>')
    expect(response.headers['cache-control']).toBe('no-cache')
  })

  it('lets hashed files be cached forever, in the best encoding the browser accepts', async () => {
    const plain = await get('/assets/main-abc123.js')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      'gzip',
    )
    expect((await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe(
      'br',
    )
  })

  it('answers 404 for a missing file', async () => {
    expect((await get('/assets/gone-1.js', { accept: 'text/html' })).statusCode).toBe(404)
    expect((await get('/..%2f..%2fetc/passwd')).statusCode).toBe(404)
  })

  it('may run its own scripts only', async () => {
    const policy = String((await get('/', { accept: 'text/html' })).headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'nonce-/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-eval')
  })
})

describe('health', () => {
  it('reports the process and its services', async () => {
    expect((await test.http.inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await test.http.inject('/readyz')).json()).toEqual({
      status: 'ok',
      database: true,
      queue: true,
      storage: true,
    })
  })

  it('counts requests by operation', async () => {
    const { body } = await test.http.inject('/metrics')
    expect(body).toMatch(/kaiwa_http_request_seconds_count\{operation="shelve",status="201"\} \d+/)
  })
})

describe('/api/openapi.json', () => {
  interface Document {
    paths: Record<string, Record<string, { operationId: string; 'x-error-codes': string[]; responses: object }>>
  }

  it('lists every operation with its schemas and codes', async () => {
    const document = (await test.http.inject('/api/openapi.json')).json<Document>()
    const found = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const names = found.map(({ operationId }) => operationId)
    expect(names).toEqual(expect.arrayContaining(['shelve', 'listBooks', 'fail', 'limited', 'operate']))
    const described = document.paths['/shelves/{id}/books']?.['post']
    expect(described?.['x-error-codes']).toEqual(
      expect.arrayContaining(['E_LOCKED', 'E_FORBIDDEN', 'E_NO_ACCESS_TOKEN', 'E_INTERNAL']),
    )
    expect(Object.keys(described?.responses ?? {})).toEqual(expect.arrayContaining(['201', '401', '409', '422']))
    for (const code of found.flatMap((one) => one['x-error-codes'])) expect(errorStatus).toHaveProperty(code)
  })

  it('has no dangling reference', async () => {
    const { body } = await test.http.inject('/api/openapi.json')
    const { components } = JSON.parse(body) as { components: { schemas: object } }
    for (const [, name] of body.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(components.schemas).toHaveProperty([name ?? ''])
  })
})
