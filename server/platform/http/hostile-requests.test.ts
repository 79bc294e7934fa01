// Unusual requests, sent as bytes over TCP: targets, ranges, conditions, cookies, lengths and methods, to every route
// that is not an operation and to some operations. None may be answered with 5xx or logged as an error.
import { connect } from 'node:net'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeGrant } from '../../files/media-grant.ts'
import { originalKey } from '../../media/keys.ts'
import { createFile, createFolder, rootOf } from '../../test/factories/items.ts'
import { randomNumbers } from '../../test/random-numbers.ts'
import { createOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { requestTestUpload, type TestUpload } from '../../test/tus.ts'

const SEED = 20_261_122
const RANDOM_REQUESTS = 3000
const AT_ONCE = 25
/** Milliseconds after which our side of a connection is closed: an upload may pause for longer. */
const HALF_CLOSE = 3_000
/** Milliseconds after which a connection counts as hanging. */
const MAX_WAIT = 20_000

interface Request {
  method: string
  target: string
  headers?: string[]
  body?: string
  version?: string
}
interface Answer {
  status: number | null
  head: string
  body: string
}

let test: TestApp
let port: number
let webFolder: string
let token: string
let media: string
let upload: TestUpload
const lines: string[] = []

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'kaiwa-web-'))
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>page</title>')
  await writeFile(join(webFolder, 'assets/main-abc123.js'), 'export {}')
  await writeFile(join(webFolder, 'assets/main-abc123.js.br'), 'brotli')
  test = await openTestApp({
    roles: ['api', 'realtime'],
    webFolder,
    // Each request may use another client address, so that rate limits do not hide other answers. KAIWA_REQUEST_SECONDS
    // is the wait for callers that announce more bytes than they send.
    env: { KAIWA_TRUST_PROXY: '1', KAIWA_REQUEST_SECONDS: '1' },
    logTo: { write: (line) => void lines.push(line) },
  })
  const owner = await createOwner(test.db)
  token = owner.token
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const file = await createFile(test.db, folder, { creator: owner, file_name: '商談.mp4' })
  await test.app.storage.put(originalKey(file.videoId), 'twelve bytes')
  const grant = writeGrant(
    { userId: owner.id, sessionId: owner.actor.sessionId, fileId: file.id },
    test.app.config.secret,
  )
  media = `/media/${grant}/${file.videoId}/original`
  upload = await requestTestUpload(test, folder, owner, 1000)
  port = Number(new URL(await test.listen()).port)
})
afterAll(async () => {
  await test.close()
  await rm(webFolder, { recursive: true })
})

let callers = 0

function textOf({ method, target, headers = [], body = '', version = '1.1' }: Request): string {
  callers += 1
  const address = `X-Forwarded-For: 10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`
  const own = headers.some((line) => /^host:/i.test(line)) || version === '1.0' ? [] : ['Host: localhost']
  return [`${method} ${target} HTTP/${version}`, ...own, address, 'Connection: close', ...headers, '', body].join(
    '\r\n',
  )
}

/** Sends the text and resolves with the bytes received until the connection ended. */
function exchange(text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`No end of ${JSON.stringify(text.slice(0, 300))}`))
    }, MAX_WAIT)
    socket.on('connect', () => socket.write(text, 'latin1'))
    const closing = setTimeout(() => socket.end(), HALF_CLOSE)
    socket.on('data', (data) => (answer += data.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      clearTimeout(closing)
      const [head = '', body = ''] = answer.replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, '').split(/\r\n\r\n([^]*)/, 2)
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 'NaN') || null, head, body })
    })
  })
}

function ask(request: Request) {
  return exchange(textOf(request))
}

function errorLines(from: number): string[] {
  return lines.slice(from).filter((line) => /"level":"(error|fatal)"/.test(line))
}

describe('a target', () => {
  it.each([
    ['two dots', '/a/..'],
    ['two slashes', '//'],
    ['two slashes and a path', '//etc/passwd'],
    ['NUL', '/a%00b'],
    ['encoded backslashes', '/%5c..%5cb'],
    ['backslashes', '/\\..\\b'],
    ['dots and an encoded slash', '/..%2f'],
    ['a dot', '/.'],
    ['a dot and a slash', '/./'],
    ['encoded dots below /assets', '/assets/%2e%2e/'],
    ['a way round to the page', '/assets/../index.html'],
    ['a slash too many', '/assets//main-abc123.js'],
    ['a file as a folder', '/assets/main-abc123.js/'],
    ['a file and NUL', '/assets/main-abc123.js%00'],
    ['a compressed copy', '/assets/main-abc123.js.br'],
    ['a segment of 300 characters', `/${'a'.repeat(300)}`],
    ['a file name of 5,000 characters', `/assets/${'x'.repeat(5000)}`],
    ['an id of 4,090 digits', `/api/projects/${'9'.repeat(4090)}`],
    ['a picture of 4,090 digits', `/avatars/1/${'9'.repeat(4090)}`],
    ['a grant of 4,090 digits', `/media/${'9'.repeat(4090)}/x/original`],
    ['a bare percent sign', '/%'],
    ['a wrong escape', '/%zz'],
    ['an escape that is no UTF-8', '/%ff'],
    ['an overlong escape', '/api/%c0%ae'],
    ['an asterisk', '*'],
    ['an absolute form', 'http://localhost/api/nothing'],
  ])('with %s is answered 404', async (_, target) => {
    const from = lines.length
    const answer = await ask({ method: 'GET', target })
    expect([answer.status, answer.body, errorLines(from)]).toEqual([404, '{"error":"E_NOT_FOUND"}', []])
    expect(answer.head).toMatch(/\r\ncache-control: no-store/i)
  })

  it.each([
    '/api/client-config',
    '/%61pi/client-config',
    '/api/nothing',
    '/%61pi/nothing',
    '/%64ev/mail',
    '/healthz',
    '/%',
  ])('answers to %s with no-store', async (target) => {
    expect((await ask({ method: 'GET', target })).head).toMatch(/\r\ncache-control: no-store/i)
  })

  it('under /api, /assets or /dev in another spelling never shows the page', async () => {
    for (const target of ['/%61pi/nothing', '/%61ssets/nothing.js', '/%64ev/nothing']) {
      const answer = await ask({ method: 'GET', target, headers: ['Accept: text/html'] })
      expect([target, answer.status]).toEqual([target, 404])
    }
  })
})

it.each([
  ['/avatars/2147483648/1.jpg', 404],
  ['/avatars/-1/1.jpg', 404],
  ['/avatars/people/-99999999999/1.jpg', 404],
  ['/avatars/people/2147483648/1.jpg', 404],
  ['/dev/mail.json?to=%00', 200],
  ['/dev/mail.json?to=a&to=b', 200],
  ['/dev/mail/2147483648', 404],
])('%s, which the database cannot store, is answered %i', async (target, status) => {
  const from = lines.length
  const answer = await ask({ method: 'GET', target, headers: [`Authorization: Bearer ${token}`] })
  expect([answer.status, errorLines(from)]).toEqual([status, []])
})

describe('a built file', () => {
  const target = '/assets/main-abc123.js'
  const get = (...headers: string[]) => ask({ method: 'GET', target, headers })

  it.each([
    ['Range: bytes=99999999-', 416],
    ['Range: bytes=-0', 416],
    ['If-Match: "another"', 412],
    ['If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT', 412],
    ['Range: bytes=0-2', 206],
    ['Range: bytes=0-0,2-3', 200],
    ['Range: lines=1-2', 200],
    ['If-Match: *', 200],
    ['If-None-Match: *', 304],
  ])('requested with %s is answered %i', async (header, status) => {
    const from = lines.length
    const answer = await get(header)
    expect([answer.status, errorLines(from)]).toEqual([status, []])
    if (status === 416) expect(answer.head).toMatch(/\r\ncontent-range: bytes \*\/9/i)
    if (status === 412 || status === 416) expect(answer.body).toBe('')
  })
})

it('no request is answered with 5xx or logged as an error', async () => {
  const random = randomNumbers(SEED)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const many = (text: string, times: number) => text.repeat(times)
  const odd = [
    '..',
    '.',
    '',
    '%00',
    '%0d%0a',
    '%5c',
    '%2e%2e%2f',
    '%25',
    '%',
    '%zz',
    '%ff%fe',
    '%ed%a0%80',
    '-1',
    '0',
    '2147483648',
    '99999999999999999999',
    '1e3',
    'NaN',
    '__proto__',
    'constructor',
    ';',
    '*',
    '?',
    '~',
    '%F0%9F%92%A9',
    many('a', 256),
    many('9', 501),
    many('%61', 1300),
    many('../', 200),
    many('/', 500),
    many('%2f', 400),
    '%u0041',
    '..;/',
    '%c0%af',
  ]
  const routes = [
    '/',
    '/X',
    '/assets/X',
    '/assets/main-abc123.js',
    '/assets/X/main-abc123.js',
    '/index.html',
    '/healthz',
    '/readyz',
    '/metrics',
    '/api/openapi.json',
    '/api/X',
    '/api/X/X',
    '/api/projects/X',
    '/api/projects/X/files/X',
    '/api/client-config',
    '/api/files/X/transcript',
    '/api/transcripts/X/blocks',
    '/api/auth/login',
    '/api/broadcasting/auth',
    '/api/broadcasting/user-auth',
    '/api/tus',
    '/api/tus/X',
    `/api/tus/${upload.video_id}`,
    '/avatars/X/X',
    '/avatars/1/X.jpg',
    '/avatars/X/1.jpg',
    '/avatars/people/X/X',
    '/avatars/people/1/X.jpg',
    '/media/X',
    '/media/X/X/original',
    media,
    `${media}/X`,
    media.replace('original', 'X'),
    media.replace('original', 'seek/X.jpg'),
    '/dev/mail',
    '/dev/mail/X',
    '/dev/mail/X/html',
    '/dev/mail.json',
    '/dev/X',
    '/app/kaiwa',
    '/app/X',
  ]
  const queries = [
    '',
    '',
    '',
    '?',
    '?X',
    '?a=X',
    '?to=X',
    '?page=X',
    '?page=1&page=2',
    '?download=X',
    '?query=X',
    `?${many('a=1&', 500)}`,
    '?a[b][c]=1',
    '#X',
  ]
  const methods = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
  const oddMethods = ['OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'QUERY', 'M-SEARCH', 'LINK', 'SOURCE', 'KAIWA', 'get']
  const ranges = [
    'bytes=99999999-',
    'bytes=-99999999',
    'bytes=-0',
    'bytes=0-0',
    'bytes=0-0,0-0',
    `bytes=${many('0-0,', 3000)}`,
    'bytes=NaN-',
    'bytes=5-1',
    'bytes=--1',
    'bytes=1-99999999999999999999999',
    'items=0-1',
    'bytes',
    '=',
    'bytes=0-,-1',
    'bytes= 0 - 1',
  ]
  const lists = [
    '*',
    '"a"',
    `"${many('x', 8000)}"`,
    many('"a",', 2000),
    'W/"',
    '""',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'tomorrow',
    '\u00ff\u00fe',
    '-1',
  ]
  const numbers = ['0', '5', '1000', '-1', 'NaN', '1e9', '1e400', '99999999999999999999', '', 'x']
  const cookies = [
    'kaiwa_session=%',
    'kaiwa_session=%E0%A4%A',
    `kaiwa_session=${many('x', 8000)}`,
    '=',
    many('a=b; ', 1500),
    `kaiwa_session=${token}`,
    'kaiwa_session=\u00ff',
    '__proto__=1',
    'kaiwa_device=%00',
    'kaiwa_session="',
    ';;;=;',
  ]
  const types = [
    'application/json',
    'application/json; charset=x',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${many('b', 5000)}`,
    'application/offset+octet-stream',
    '',
    ';',
    'text',
    'a/b/c',
    'application/JSON',
    '\u00ff/\u00ff',
  ]
  const conditional: (() => string)[] = [
    () => `Range: ${pick(ranges)}`,
    () => `If-Range: ${pick(lists)}`,
    () => `${pick(['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'])}: ${pick(lists)}`,
  ]
  /** Header lines that an HTTP parser accepts. */
  const headers: (() => string)[] = [
    () => pick(conditional)(),
    () =>
      `Accept-Encoding: ${pick(['', '*', 'br;q=2', 'br;q=NaN', many('gzip,', 2000), 'identity;q=0,*;q=0', ';;;', 'br'])}`,
    () => `Accept: ${pick(['text/html', '*/*', '', many('text/html,', 1000), 'text/html;q=x'])}`,
    () => `Cookie: ${pick(cookies)}`,
    () =>
      `Authorization: ${pick(['Bearer', `Bearer ${many('x', 9000)}`, 'Basic %%%', '\u00ff', 'Bearer a b', 'bearer %00'])}`,
    () => `Content-Type: ${pick(types)}`,
    () => `X-Forwarded-Host: ${pick(['', 'a b', '[', 'evil.example', ',', many('a,', 500)])}`,
    () => `X-Forwarded-Proto: ${pick(['', 'https', 'javascript', ',', '://'])}`,
    () =>
      `X-Forwarded-For: ${pick(['', 'unknown', ',,,', 'a, b', '1.1.1.1:80', '[::1]:1', many('1.1.1.1,', 800), "'; --"])}`,
    () => `Origin: ${pick(['', 'null', 'http://', 'http://localhost', 'https://evil.example', '%', many('o', 4000)])}`,
    () => `Sec-Fetch-Site: ${pick(['cross-site', '', 'same-origin', 'x'])}`,
    () => `Content-Encoding: ${pick(['gzip', 'br', 'x'])}`,
    () => pick(['Connection: keep-alive', 'Trailer: x', 'TE: trailers', 'Expect: 100-continue', 'HTTP2-Settings: AAA']),
    () => `X-HTTP-Method-Override: ${pick(['DELETE', 'PATCH', 'x', ''])}`,
    () => `${pick(['Upload-Offset', 'Upload-Length', 'Upload-Defer-Length', 'Upload-Concat'])}: ${pick(numbers)}`,
    () =>
      `Upload-Metadata: ${pick(['', ',', 'filename', 'filename %%%', 'a b c', many('a YQ==,', 500), 'a YQ==,a YQ=='])}`,
    () =>
      `Upload-Checksum: ${pick(['', 'sha256', 'sha256 %', 'sha256 AAAA', 'md5 AAAA', 'sha256  ', many('x', 3000)])}`,
    () => `AuthorizationExpire: ${pick(numbers)}`,
    () => `VideoId: ${pick(['', '../..', upload.video_id.toUpperCase(), '%00'])}`,
    () =>
      Object.entries(upload.headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n'),
  ]
  /** Header lines that make most requests fail in the parser. */
  const broken: (() => string)[] = [
    () =>
      `Host: ${pick(['', 'localhost', 'evil.example', 'localhost:99999', '[::1', 'a b', 'localhost\u00ff', many('a', 3000)])}`,
    () => `Expect: ${pick(['200-ok', ''])}`,
    () => `Transfer-Encoding: ${pick(['chunked', 'gzip, chunked', 'identity', 'chunked, chunked', 'xchunked', ''])}`,
    () => `Content-Length: ${pick([...numbers, '+5', '5, 5', '0x10'])}`,
    () => `Upgrade: ${pick(['websocket', 'h2c', ''])}`,
    () => pick(['Connection: upgrade', 'Connection: Host', ': x', ' X: y', 'X y', 'X\u0001: y', 'X: a\rb', 'X:\u0000']),
    () => `${pick(['X', 'Accept', 'Cookie', 'Range', 'Host'])}: ${many('x', pick([10, 8000, 20_000]))}`,
    () => `${many('A: b\r\n', 2500)}A: b`,
    () =>
      `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${pick(['x', '', 'dGhlIHNhbXBsZSBub25jZQ=='])}`,
  ]
  const bodies = [
    '',
    '',
    '{',
    '{}',
    '[]',
    'null',
    '"',
    '{"__proto__":1}',
    '{"email":"\\u0000"}',
    '{"socket_id":"1.1","channel_name":"private-user-1"}',
    'socket_id=%&channel_name=%00',
    'a=b&a=c',
    '5\r\nhello\r\n0\r\n\r\n',
    'ffffffffffffffff\r\n',
    '-1\r\n',
    '\u0000\u0001',
    '--b\r\n\r\n--b--',
    many('[', 3000),
    'hello',
  ]
  const fill = (pattern: string) => pattern.replaceAll('X', () => pick(odd))
  const requests = Array.from({ length: RANDOM_REQUESTS }, (): Request => {
    if (random() < 0.2) {
      const conditions = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(conditional)())
      return {
        method: pick(['GET', 'GET', 'HEAD']),
        target: pick([media, '/assets/main-abc123.js']),
        headers: conditions,
      }
    }
    const body = pick(bodies)
    const isBroken = random() < 0.2
    const extra = Array.from({ length: Math.floor(random() * 4) }, () => pick(headers)())
    const signedIn = random() < 0.5 ? [`Authorization: Bearer ${token}`] : []
    const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`]
    const type = body.startsWith('{') && random() < 0.7 ? ['Content-Type: application/json'] : []
    return {
      method: pick(random() < 0.3 ? oddMethods : methods),
      target: fill(pick(routes)) + fill(pick(queries)),
      headers: [...signedIn, ...extra, ...type, ...length, ...(isBroken ? [pick(broken)()] : [])],
      body,
      version: isBroken ? pick(['1.1', '1.1', '1.0', '0.9', '2.0', '1.1 x']) : '1.1',
    }
  })
  const from = lines.length
  const wrong: unknown[] = []
  const statuses = new Set<number | null>()
  let next = 0
  const work = async () => {
    while (next < requests.length) {
      const request = requests[next++] as Request
      const text = textOf(request)
      const { status } = await exchange(text)
      statuses.add(status)
      if (status !== null && status >= 500) wrong.push([status, text.slice(0, 1500)])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect({ wrong, logged: errorLines(from) }).toEqual({ wrong: [], logged: [] })
  // The requests also reach code after the parser: files, media, refusals of many kinds.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 206, 304, 400, 401, 403, 404, 412, 416, 422, 431]))
})
