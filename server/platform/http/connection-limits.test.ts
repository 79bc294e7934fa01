// Limits for unauthenticated callers, over TCP: time for heads and bodies, number of connections, requests without a
// route. The timeouts are shortened to a second.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFolder, rootOf } from '../../test/factories/items.ts'
import { createOwner } from '../../test/factories/users.ts'
import { countConnections } from '../../test/count-connections.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { requestTestUpload, type TestUpload, openPatch, statusOf } from '../../test/tus.ts'
import { bodyTime } from './body-time.ts'

const MAX_CONNECTIONS_PER_ADDRESS = 40
const SOON = { timeout: 20_000, interval: 20 }

let test: TestApp
let port: number
const lines: string[] = []
const opened: Socket[] = []
beforeAll(async () => {
  test = await openTestApp({
    env: { KAIWA_REQUEST_SECONDS: '1', KAIWA_MAX_CONNECTIONS_PER_ADDRESS: String(MAX_CONNECTIONS_PER_ADDRESS) },
    logTo: { write: (line) => void lines.push(line) },
  })
  port = Number(new URL(await test.listen()).port)
})
afterAll(() => test.close())
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await vi.waitFor(async () => expect(await countConnections(test)).toBe(0), SOON)
})

/**
 * Opens a connection that sends this text and never closes; `end` resolves with the bytes received until the server
 * closed it.
 */
function open(text = '') {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  opened.push(socket)
  socket.on('error', () => undefined)
  if (text) socket.write(text)
  let received = ''
  socket.on('data', (data) => (received += data.toString()))
  const end = new Promise<string>((resolve) => {
    for (const event of ['end', 'close']) socket.once(event, () => resolve(received))
  })
  return { socket, end, received: () => received }
}

function request(line: string, headers: readonly string[] = [], body = '') {
  return [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n')
}

/** Injected, because a connection would count for the limit. */
async function create({ headers, size }: TestUpload): Promise<number> {
  const lengths = { 'upload-length': String(size) }
  return (await test.http.inject({ method: 'POST', url: '/api/tus', headers: { ...headers, ...lengths } })).statusCode
}

async function offsetOf({ headers, video_id: id }: TestUpload): Promise<unknown> {
  return (await test.http.inject({ method: 'HEAD', url: `/api/tus/${id}`, headers })).headers['upload-offset']
}

const JSON_TYPE = 'Content-Type: application/json'

describe('an incomplete request', () => {
  it('is answered 408 after its time, for any missing part', async () => {
    const dripping = open(request('POST /api/auth/login', [JSON_TYPE, 'Content-Length: 500']))
    const drip = setInterval(() => dripping.socket.write(' '), 50)
    const ends = {
      all: open().end,
      'half of the head': open('GET /healthz HTTP/1.1\r\nHost: loc').end,
      'half of the body': open(request('POST /api/auth/login', [JSON_TYPE, 'Content-Length: 20'], '{"email":')).end,
      'half of a chunk': open(request('POST /api/auth/login', [JSON_TYPE, 'Transfer-Encoding: chunked'], '5\r\n{"e'))
        .end,
      'most of a body that drips': dripping.end,
    }
    for (const [missing, end] of Object.entries(ends))
      expect([missing, (await end).split('\r\n', 1)[0]]).toEqual([missing, 'HTTP/1.1 408 Request Timeout'])
    clearInterval(drip)
  })

  it('closes its connection after it is refused', async () => {
    const refused = [
      ['POST /api/projects/1/folders', '404'],
      ['POST /api/nothing', '404'],
      ['POST /%zz', '404'],
      ['PATCH /api/me', '404'],
      ['POST /api/tus', '412'],
    ].map(([line = '', status]) => ({ line, status, ...open(request(line, [JSON_TYPE, 'Content-Length: 50'])) }))
    for (const { line, status, end } of refused) expect([line, (await end).slice(9, 12)]).toEqual([line, status])
    await vi.waitFor(async () => expect(await countConnections(test)).toBe(0), SOON)
  })

  it('of an upload times out too, and keeps the received bytes', async () => {
    const owner = await createOwner(test.db)
    const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
    const upload = await requestTestUpload(test, folder, owner, 1000)
    expect(await create(upload)).toBe(201)
    const silent = await openPatch(upload, 0, 1000)
    const gone = new Promise((resolve) => silent.once('close', resolve))
    silent.write(Buffer.alloc(300))
    await gone
    await vi.waitFor(async () => expect(await offsetOf(upload)).toBe('300'), SOON)
  })
})

describe('a slow request', () => {
  it('has a second more for each 32 kB, up to the largest body', () => {
    const lengths = [null, 0, 32 * 1024, 1024 ** 2, 64 * 1024 ** 2, 10 ** 12]
    expect(lengths.map((length) => bodyTime(length, 30))).toEqual([
      30_000, 30_000, 31_000, 62_000, 2_078_000, 2_078_000,
    ])
  })

  it('may take any time if it is an upload and bytes keep arriving', async () => {
    const owner = await createOwner(test.db)
    const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
    const upload = await requestTestUpload(test, folder, owner, 15)
    expect(await create(upload)).toBe(201)
    const slow = await openPatch(upload, 0, 15)
    const status = statusOf(slow)
    for (let byte = 0; byte < 15; byte += 1) {
      // Longer in total than any other body may take.
      await sleep(100)
      slow.write('x')
    }
    expect(await status).toBe(204)
    slow.destroy()
  })
})

describe('a body whose connection is reset', () => {
  it('is a client error, not an outage of the database', async () => {
    const from = lines.length
    const { socket } = open(request('POST /api/auth/login', [JSON_TYPE, 'Content-Length: 100'], '{"email":'))
    await vi.waitFor(async () => expect(await countConnections(test)).toBe(1), SOON)
    socket.resetAndDestroy()
    await vi.waitFor(async () => expect(await countConnections(test)).toBe(0), SOON)
    // The log line of this request, if any, precedes that of the next request.
    await test.http.inject('/healthz')
    expect(lines.slice(from).some((line) => line.includes('"/healthz"'))).toBe(true)
    expect(lines.slice(from).filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([])
  })
})

describe('a request without a route', () => {
  const broken = '{"never": parsed'
  it.each([
    'POST /api/nothing',
    'POST /healthz',
    'PUT /api/auth/login',
    'DELETE /api/client-config',
    'PATCH /',
    'POST /%zz',
  ])('is refused without parsing its body: %s', async (line) => {
    const headers = [JSON_TYPE, `Content-Length: ${broken.length}`, 'Connection: close']
    expect(await open(request(line, headers, broken)).end).toMatch(/^HTTP\/1\.1 404 [^]*\{"error":"E_NOT_FOUND"\}$/)
  })

  it('is refused before its body of four megabytes; the bytes are dropped, and the next request is served', async () => {
    const size = 4 * 1024 * 1024
    const { socket, received } = open(request('POST /api/nothing', [JSON_TYPE, `Content-Length: ${size}`]))
    await vi.waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 404 [^]*\{"error":"E_NOT_FOUND"\}$/), SOON)
    socket.write('['.repeat(size))
    socket.write(request('GET /healthz'))
    await vi.waitFor(() => expect(received()).toMatch(/\{"status":"ok"\}$/), SOON)
  })

  it.each(['Content-Length: 20000000', 'Transfer-Encoding: chunked'])('closes its connection: %s', async (length) => {
    const { end } = open(request('POST /api/nothing', [JSON_TYPE, length]))
    expect(await end).toMatch(/^HTTP\/1\.1 404 [^]*\r\nconnection: close\r\n/i)
  })

  it.each([
    ['unknown paths', 'GET', '/api/nothing'],
    ['methods that a path does not have', 'DELETE', '/api/client-config'],
    ['files that are not there', 'GET', '/assets/gone.js'],
    ['addresses that cannot be decoded', 'GET', '/%zz'],
  ] as const)('counts for the limit of its network: %s', async (kind, method, url) => {
    const remoteAddress = `2001:db8:${kind.length}::1`
    const ask = (from: string) => test.http.inject({ method, url, remoteAddress: from })
    const answers = []
    // All networks share one window, which may end during the test; then the count starts again.
    for (let call = 0; call < 1200 && answers.at(-1)?.statusCode !== 429; call += 1)
      answers.push(await ask(remoteAddress))
    const last = answers.at(-1)
    expect([last?.statusCode, last?.json()]).toEqual([429, { error: 'E_TOO_MANY_REQUESTS' }])
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
    expect(answers.length).toBeGreaterThan(300)
    expect((await ask('192.0.2.77')).statusCode).toBe(404)
    // Existing routes are still served.
    expect((await test.http.inject({ url: '/healthz', remoteAddress })).statusCode).toBe(200)
  })
})

describe('connections', () => {
  it('have a limit per address; those within it are served, and a closed one frees its slot', async () => {
    // Each has been served, and stays open for the next request: an incomplete one would be closed after a second.
    const held = Array.from({ length: MAX_CONNECTIONS_PER_ADDRESS }, () => open(request('GET /healthz')))
    await vi.waitFor(() => {
      for (const { received } of held) expect(received()).toMatch(/^HTTP\/1\.1 200 .*\{"status":"ok"\}$/s)
    }, SOON)
    expect(await open(request('GET /healthz')).end).toBe('')
    held[0]?.socket.write(request('GET /healthz'))
    await vi.waitFor(() => expect(held[0]?.received()).toMatch(/\{"status":"ok"\}HTTP\/1\.1 200 /), SOON)
    held[1]?.socket.destroy()
    await vi.waitFor(async () => {
      const { end } = open(request('GET /healthz', ['Connection: close']))
      expect(await end).toMatch(/^HTTP\/1\.1 200 /)
    }, SOON)
  })

  it('with invalid HTTP are answered 400 and closed, also after a served request', async () => {
    expect(await open('\x16\x03\x01\r\n\r\n').end).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    const { socket, end, received } = open(request('GET /healthz'))
    await vi.waitFor(() => expect(received()).toMatch(/\{"status":"ok"\}$/), SOON)
    socket.write('no HTTP\r\n\r\n')
    expect(await end).toMatch(/\{"status":"ok"\}HTTP\/1\.1 400 /)
  })

  it('with a head of 20 kB are answered 431', async () => {
    expect(await open(request('GET /healthz', [`Cookie: ${'x'.repeat(20_000)}`])).end).toMatch(/^HTTP\/1\.1 431 /)
  })
})
