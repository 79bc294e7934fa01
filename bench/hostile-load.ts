// Sends hostile requests at a constant rate. Runs in its own process, so that it shares no thread with the users of D1.
// Arguments: server address, number of requests, milliseconds, JSON of `Targets`, kinds separated by commas (empty: all).
// Each request has another forwarded address, so that rate limits do not refuse it. Prints the number of responses per
// kind and status as JSON.

import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { randomNumbers } from '../server/test/random-numbers.ts'

/** Tokens and files of users of other workspaces, and the ids that they attack. */
export interface Targets {
  strangers: readonly { token: string; fileId: number; media: string }[]
  foreignTranscriptId: number
}

/** Status of the answer, or how the connection ended, and how often. */
export type Outcomes = Record<string, Record<string, number>>

const [url = '', count = '0', milliseconds = '0', targets = '{}', only = ''] = process.argv.slice(2)
const { hostname, port } = new URL(url)
const { strangers, foreignTranscriptId } = JSON.parse(targets) as Targets
const random = randomNumbers(20_261_122)

function pick<T>(values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!
}

let callers = 0

/** Builds the bytes of a request. `announced` replaces the length of `body` in Content-Length. */
function requestOf(
  line: string,
  { headers = [], body = '', announced }: { headers?: readonly string[]; body?: string; announced?: number } = {},
): string {
  callers += 1
  const length = announced ?? Buffer.byteLength(body)
  return [
    `${line} HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: 10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`,
    ...(length > 0 ? [`Content-Length: ${length}`] : []),
    ...headers,
    '',
    body,
  ].join('\r\n')
}

function json(line: string, body: string, ...headers: readonly string[]): string {
  return requestOf(line, { headers: ['Content-Type: application/json', ...headers], body })
}

const nul = '\\u0000'.repeat(1000)

function nested(depth: number, inner = ''): string {
  return `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`
}

const LARGE = 4 * 1024 * 1024

function bearerOf({ token }: { token: string }): string {
  return `Authorization: Bearer ${token}`
}

/** Half a second each. */
function subtitles(cues: number): string {
  return Array.from({ length: cues }, (_, cue) => {
    const parts = [Math.floor(cue / 7200), Math.floor(cue / 120) % 60, Math.floor(cue / 2) % 60]
    const second = parts.map((part) => String(part).padStart(2, '0')).join(':')
    const [start, end] = cue % 2 === 0 ? ['000', '400'] : ['500', '900']
    return `${cue + 1}\n${second},${start} --> ${second},${end}\n発言 ${cue}\n`
  }).join('\n')
}

// Made once: what is measured is not their making.
const deep = JSON.stringify({ email: 0 }).replace('0', nested(10_000, `"${nul}"`))
const wide = `{"email":[${'[],'.repeat(LARGE / 3 - 10)}[]]}`
const emptyBlocks = `{"revision":0,"lock_version":1,"blocks":[${'{},'.repeat(19_999)}{}]}`
const badTerms = `{"revision":0,"lock_version":1,"blocks":[${Array.from({ length: 30 }, () => `{"terms":[${'{},'.repeat(9998)}{}]}`).join(',')}]}`
const large = JSON.stringify({ note: 'x'.repeat(LARGE) })
const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.srt"\r\n\r\n${subtitles(50_000)}\r\n--b--\r\n`

const oddPaths = [
  '/a/..',
  '//',
  '/a%00b',
  '/%5c..%5cb',
  `/${'a'.repeat(300)}`,
  `/api/projects/${'9'.repeat(4090)}`,
  '/%zz',
  '/%61pi/x',
  '/assets/..%2f',
  '/avatars/99999999999/1.jpg',
]
const oddHeaders = [
  'Range: bytes=99999999-',
  `Range: bytes=${'0-0,'.repeat(3000)}`,
  'If-Match: "x"',
  `If-None-Match: ${'"a",'.repeat(2000)}`,
  'Range: bytes=-0',
  'If-Range: "',
]
const socketHead = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

/** A masked frame of up to 125 bytes; the mask is zero. */
function frame(opcode: number, text = ''): Buffer {
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
}

const TEXT = 1
const PING = 9

/** The first bytes, and what the client does after them: send bytes slowly, flood, reset the connection, or wait. */
interface Attack {
  send: string | Buffer
  after?: 'drip' | 'flood' | 'reset' | 'wait'
}

const kinds: Record<string, () => Attack> = {
  nested: () => ({ send: json('POST /api/auth/login', deep) }),
  wide: () => ({ send: json('POST /api/auth/login', wide) }),
  strangers: () => ({
    send: json(
      `PATCH /api/transcripts/${foreignTranscriptId}/blocks`,
      pick([emptyBlocks, badTerms]),
      bearerOf(pick(strangers)),
    ),
  }),
  imports: () => {
    const stranger = pick(strangers)
    const headers = ['Content-Type: multipart/form-data; boundary=b', bearerOf(stranger)]
    return { send: requestOf(`POST /api/files/${stranger.fileId}/import/check`, { headers, body: form }) }
  },
  paths: () => ({ send: requestOf(`GET ${pick(oddPaths)}`) }),
  conditions: () => ({
    send: requestOf(`GET ${pick([pick(strangers).media, '/', '/favicon.ico', '/healthz'])}`, {
      headers: [pick(oddHeaders)],
    }),
  }),
  heads: () => ({
    send: requestOf('GET /api/client-config', { headers: [`Cookie: ${'x'.repeat(pick([8000, 15_000, 60_000]))}`] }),
  }),
  unknown: () => ({
    send: json(
      `${pick(['POST', 'PUT', 'DELETE'])} /api/${pick(['nothing', 'client-config', 'auth'])}`,
      pick(['{', large]),
    ),
  }),
  halves: () => ({
    send: pick([
      'GET / HTTP/1.1\r\nHost: loc',
      requestOf('POST /api/auth/login', {
        headers: ['Content-Type: application/json'],
        body: '{"email":',
        announced: 5000,
      }),
      requestOf('PATCH /api/tus/00000000-0000-0000-0000-000000000000', { announced: 10 ** 9 }),
    ]),
    after: 'wait',
  }),
  slow: () => ({
    send: requestOf('POST /api/auth/login', { headers: ['Content-Type: application/json'], announced: 50_000 }),
    after: 'drip',
  }),
  aborted: () => ({
    send: requestOf('POST /api/auth/login', { headers: ['Content-Type: application/json'], body: '{', announced: 500 }),
    after: 'reset',
  }),
  sockets: () => ({ send: requestOf('GET /app/kaiwa', { headers: socketHead }), after: 'wait' }),
  floods: () => ({ send: requestOf('GET /app/kaiwa', { headers: socketHead }), after: 'flood' }),
  upgrades: () => ({
    send: requestOf(`GET ${pick(['/elsewhere', '/app/other'])}`, { headers: socketHead }),
    after: 'reset',
  }),
}

const outcomes: Outcomes = {}
const chosen = only ? only.split(',') : Object.keys(kinds)
const end = performance.now() + Number(milliseconds)

/** Ends with the connection, at the latest when the time is over. */
function attack(kind: string): Promise<void> {
  return new Promise((resolve) => {
    const { send, after } = kinds[kind]!()
    const socket = connect(Number(port), hostname)
    let answer = ''
    const over = setTimeout(() => socket.destroy(), Math.max(1000, end - performance.now()))
    const every: NodeJS.Timeout[] = []
    socket.on('connect', () => {
      socket.write(send)
      if (after === 'drip') every.push(setInterval(() => socket.write(' '), 500))
      if (after === 'reset') setTimeout(() => socket.resetAndDestroy(), 20)
      if (after === 'flood')
        every.push(
          setInterval(() => {
            if (socket.writableLength < 100_000)
              socket.write(Buffer.concat(Array.from({ length: 50 }, () => pick([frame(PING), frame(TEXT, '{')]))))
          }, 50),
        )
    })
    socket.on('data', (data) => {
      if (answer.length < 100) answer += data.toString('latin1')
      // The client closes: when the server closes during a body, the response may be lost.
      if (after === undefined) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(over)
      for (const timer of every) clearInterval(timer)
      const outcome = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'no answer'
      const ofKind = (outcomes[kind] ??= {})
      ofKind[outcome] = (ofKind[outcome] ?? 0) + 1
      resolve()
    })
  })
}

const started: Promise<void>[] = []
const gap = Number(milliseconds) / Number(count)
const since = performance.now()
for (let number = 0; number < Number(count); number += 1) {
  await pause(Math.max(0, since + number * gap - performance.now()))
  started.push(attack(chosen[number % chosen.length]!))
}
await Promise.all(started)
process.stdout.write(`${JSON.stringify(outcomes)}\n`)
