import { connect } from 'node:net'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operation } from '@kaiwa/contract/operation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import type { Domain } from '../domain.ts'
import { Refusal } from '../refusal.ts'
import { route } from './route.ts'
import { pagePolicy, securityHeaders } from './security.ts'

const echo = operation({
  name: 'echo',
  method: 'POST',
  path: '/echo',
  access: 'public',
  body: z.object({ note: z.string().optional() }),
  response: z.object({ keys: z.array(z.string()), isPolluted: z.boolean() }),
  rateLimit: { max: 40, window: 60, key: 'ip' },
})
const refuse = operation({
  name: 'refuse',
  method: 'GET',
  path: '/refuse/{why}',
  access: 'public',
  params: z.object({ why: z.string() }),
  response: z.object({}),
})
const domain: Domain = {
  name: 'echo',
  routes: [
    route(echo, ({ body }) => ({ keys: Object.keys(body), isPolluted: 'isAdmin' in {} })),
    route(refuse, () => {
      throw new Refusal('E_CONFLICT')
    }),
  ],
}

const page = `<!doctype html><head><meta property="csp-nonce" nonce="KAIWA_NONCE"></head>
<script nonce="KAIWA_NONCE" src="/first.js"></script><script type="module" nonce="KAIWA_NONCE" src="/assets/a-1.js"></script>`

let test: TestApp
let server: TestApp
let webFolder: string
const lines: string[] = []
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'kaiwa-web-'))
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), page)
  await writeFile(join(webFolder, 'assets/a-1.js'), 'export {}')
  const options = { domains: [domain], webFolder, logTo: { write: (line: string) => lines.push(line) } }
  test = await openTestApp(options)
  server = await openTestApp({
    ...options,
    env: { KAIWA_MODE: 'server', KAIWA_URL: 'https://kaiwa.example', SMTP_URL: 'smtp://127.0.0.1:9' },
  })
})
afterAll(async () => {
  await test.close()
  await server.close()
  await rm(webFolder, { recursive: true })
})

const html = { accept: 'text/html' }

function send(type: string, payload: string, remoteAddress = '127.0.0.1') {
  return test.http.inject({
    method: 'POST',
    url: '/api/echo',
    headers: { 'content-type': type },
    payload,
    remoteAddress,
  })
}

describe('headers', () => {
  it.each(['/api/refuse/x', '/api/nowhere', '/', '/projects/3', '/assets/a-1.js', '/healthz', '/assets/gone.js'])(
    'of %s: HTTPS only, nosniff, no frames, no referrer to other sites, no CORS',
    async (url) => {
      const { headers } = await server.http.inject({ url, headers: { ...html, origin: 'https://other.example' } })
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*base-uri 'none'.*object-src 'none'/)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['content-type']).toMatch(/^application\/json(; charset=utf-8)?$|; charset=utf-8$/)
      expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined()
    },
  )

  it('forbid caches to store answers of the API', async () => {
    for (const url of ['/api/refuse/x', '/api/nowhere', '/api/openapi.json'])
      expect((await test.http.inject(url)).headers['cache-control']).toBe('no-store')
  })
})

describe('the page', () => {
  const get = async (url = '/') => {
    const { headers, body } = await test.http.inject({ url, headers: html })
    const policy = String(headers['content-security-policy'])
    return { policy, body, nonce: /'nonce-([\w+/=]{24})'/.exec(policy)?.[1] ?? 'none' }
  }

  it('runs only scripts with the nonce of its answer, which differs in each answer', async () => {
    const [first, second] = [await get(), await get('/login')]
    expect(first.nonce).not.toBe(second.nonce)
    for (const { policy, body, nonce } of [first, second]) {
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic';`)
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
      expect(body.split(`nonce="${nonce}"`)).toHaveLength(4)
      expect(body).not.toContain('KAIWA_NONCE')
    }
  })

  it.each([
    ['its own server', undefined, "'self'"],
    ['a cluster', { cluster: 'ap3' }, "'self' wss://ws-ap3.pusher.com"],
    ['a service with TLS', { clientUrl: 'https://ws.example' }, "'self' wss://ws.example"],
    ['a service without TLS', { clientUrl: 'http://soketi:6001' }, "'self' ws://soketi:6001"],
  ])('connects to its own server and the realtime socket only, with the socket at %s', (_, place, sources) => {
    const service = {
      appId: '1',
      key: 'k',
      secret: 's',
      url: 'https://api.example',
      cluster: undefined,
      clientUrl: undefined,
    }
    const config = { ...test.app.config, pusher: place && { ...service, ...place } }
    for (const policy of [pagePolicy(config)('x'), String(securityHeaders(config)['content-security-policy'])])
      expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe(sources)
  })

  it('creates elements from text only through its own Trusted Types policy', async () => {
    expect((await get()).policy).toContain("require-trusted-types-for 'script'; trusted-types default")
  })

  it('is never sent as a static file, and its folder is not listed', async () => {
    for (const url of ['/index.html', '/assets/', '/assets', '/.git/config', '/assets/../../package.json'])
      expect((await test.http.inject({ url })).statusCode).toBe(404)
  })
})

describe('a body or request', () => {
  it.each([
    ['a prototype', 'application/json', '{"__proto__":{"isAdmin":true}}'],
    ['a constructor’s prototype', 'application/json', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['a prototype deep inside', 'application/json', '{"note":"x","a":{"b":{"__proto__":{"isAdmin":true}}}}'],
  ])('with %s is refused', async (_, type, payload) => {
    const answer = await send(type, payload)
    expect([answer.statusCode, answer.json()]).toEqual([422, expect.objectContaining({ errors: { body: ['format'] } })])
  })

  it.each([
    ['a prototype in a form', 'application/x-www-form-urlencoded', '__proto__[isAdmin]=1&note=x'],
    ['a form’s own prototype', 'application/x-www-form-urlencoded', '__proto__=1&note=x'],
    ['fields that nobody asked for', 'application/json', '{"note":"x","is_operator":true,"role_id":1}'],
  ])('with %s is accepted without it', async (_, type, payload) => {
    expect((await send(type, payload)).json()).toEqual({ keys: ['note'], isPolluted: false })
  })

  it('with two values of one name is not accepted as text', async () => {
    const answer = await send('application/json', '{"note":["a","b"]}')
    expect(answer.json()).toMatchObject({ errors: { note: ['format'] } })
  })

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'OPTIONS'])('with method %s is answered 404', async (method) => {
    const answer = await test.http.inject({ method: method as 'TRACE', url: '/api/refuse/x' })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['access-control-allow-methods']).toBeUndefined()
  })

  it('with two lengths, or with a length and chunked encoding, is refused before it is handled', async () => {
    const { port } = new URL(await test.listen())
    const ask = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${head}\r\n\r\n0\r\n\r\n`))
        let text = ''
        socket.on('data', (data) => (text += String(data)))
        socket.on('close', () => resolve(text))
        socket.on('error', reject)
      })
    const start = 'POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'
    for (const lengths of ['Content-Length: 5\r\nContent-Length: 6', 'Content-Length: 5\r\nTransfer-Encoding: chunked'])
      expect(await ask(`${start}\r\n${lengths}`)).toMatch(/^HTTP\/1\.1 400 /)
  })
})

it('counts all addresses of one IPv6 network together', async () => {
  const statuses = []
  for (let n = 1; n <= 41; n += 1)
    statuses.push((await send('application/json', '{}', `2001:db8:5:6::${n}`)).statusCode)
  expect([statuses.indexOf(429), statuses.lastIndexOf(200)]).toEqual([40, 39])
  expect((await send('application/json', '{}', '2001:db8:5:7::1')).statusCode).toBe(200)
})

describe('the log', () => {
  it('contains time, address, operation and status, one line per request', async () => {
    await test.http.inject({ url: '/api/refuse/x?token=secret', remoteAddress: '192.0.2.3' })
    const line = lines.find((text) => text.includes('192.0.2.3')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      operation: 'refuse',
      status: 409,
      refusal: 'E_CONFLICT',
      path: '/api/refuse/x',
      msg: 'request',
    })
    expect(line).not.toContain('secret')
  })

  it('cannot be injected with another line', async () => {
    const before = lines.length
    await test.http.inject('/api/refuse/x%0a%7B%22level%22%3A%22fatal%22%7D%1b%5b2J')
    const fresh = lines.slice(before)
    expect(fresh).toHaveLength(1)
    expect(fresh[0]?.trimEnd()).not.toMatch(/\p{Cc}/u)
  })
})
