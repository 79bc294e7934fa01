// Limits for sockets before and after their first subscription. The time to subscribe is shortened to a second, and few
// sockets may wait.
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { countConnections } from '../../test/count-connections.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import type { Domain } from '../domain.ts'
import { authorise } from './channel.ts'

/** Maximum of one address; the server's total is four times as many. */
const MAX_WAITING = 3
const MAX_SOCKETS = 6
const SOON = { timeout: 20_000, interval: 20 }

const domain: Domain = { name: 'rooms', channels: [authorise('folder', () => true)] }
const actor = { id: 1, isOperator: false } as Parameters<TestApp['app']['realtime']['authorise']>[0]

let test: TestApp
let host: string
const opened: WebSocket[] = []
beforeAll(async () => {
  test = await openTestApp({
    domains: [domain],
    roles: ['api', 'realtime'],
    env: {
      KAIWA_REQUEST_SECONDS: '1',
      KAIWA_MAX_NEW_SOCKETS: String(4 * MAX_WAITING),
      // More connections than sockets are allowed, so that a refused socket differs from a refused connection.
      KAIWA_TRUST_PROXY: '1',
      KAIWA_MAX_CONNECTIONS_PER_ADDRESS: String(MAX_SOCKETS),
    },
  })
  host = new URL(await test.listen()).host
})
afterAll(() => test.close())
afterEach(async () => {
  for (const ws of opened.splice(0)) ws.terminate()
  await vi.waitFor(async () => expect(await countConnections(test)).toBe(0), SOON)
})

interface Message {
  event: string
  channel?: string
  data: string
}

function open(address = '192.0.2.1', path = '/app/kaiwa') {
  const ws = new WebSocket(`ws://${host}${path}`, { headers: { 'x-forwarded-for': address } })
  opened.push(ws)
  const messages: Message[] = []
  const closed = new Promise<number>((resolve) => ws.once('close', resolve))
  const refused = new Promise<number | undefined>((resolve) => {
    ws.once('unexpected-response', (_, response) => resolve(response.statusCode))
  })
  ws.on('error', () => undefined)
  ws.on('message', (data) => messages.push(JSON.parse((data as Buffer).toString()) as Message))
  const next = (event: string, channel?: string) =>
    vi.waitFor(() => {
      const found = messages.find((message) => message.event === event && message.channel === channel)
      if (!found) throw new Error(`No ${event} among ${JSON.stringify(messages)}`)
      return found
    }, SOON)
  const send = (event: string, data: unknown) => ws.send(JSON.stringify({ event, data }))
  const subscribe = async (channel: string) => {
    const { socket_id: id } = JSON.parse((await next('pusher:connection_established')).data) as { socket_id: string }
    send('pusher:subscribe', { channel, ...(await test.app.realtime.authorise(actor, id, channel)) })
    await next('pusher_internal:subscription_succeeded', channel)
  }
  return { ws, messages, closed, refused, next, send, subscribe }
}

describe('a socket without a subscription', () => {
  it('is closed after its time with a retry code; a subscribed one stays open until it unsubscribes', async () => {
    const [silent, talking, reader] = [open(), open(), open()]
    await reader.subscribe('private-project-1')
    const talk = setInterval(() => talking.ws.readyState === WebSocket.OPEN && talking.send('pusher:ping', {}), 100)
    expect([await silent.closed, await talking.closed]).toEqual([4100, 4100])
    clearInterval(talk)
    reader.send('pusher:ping', {})
    await reader.next('pusher:pong')
    reader.send('pusher:unsubscribe', { channel: 'private-project-1' })
    expect(await reader.closed).toBe(4100)
  })

  it('counts for a limit per address; other addresses have their own', async () => {
    const readers = [open(), open()]
    for (const reader of readers) await reader.subscribe('private-project-1')
    const waiting = Array.from({ length: MAX_WAITING }, () => open())
    for (const socket of waiting) await socket.next('pusher:connection_established')
    expect(await open().closed).toBe(4100)
    await open('192.0.2.2').next('pusher:connection_established')
    await waiting[0]?.subscribe('private-project-1')
    await open().next('pusher:connection_established')
  })
})

it('sockets of one address have a limit, subscribed or not', async () => {
  for (let count = 0; count < MAX_SOCKETS; count += 1) await open().subscribe('private-project-1')
  expect(await open().refused).toBe(503)
  await open('192.0.2.3').subscribe('private-project-1')
  opened[0]?.terminate()
  await vi.waitFor(() => open().subscribe('private-project-1'), SOON)
})

it('a socket that does not read is closed, even if it sends pongs and messages', async () => {
  const idle = open()
  await idle.subscribe('private-project-1')
  const reader = open()
  await reader.subscribe('private-project-1')
  reader.ws.pause()
  const sending = setInterval(() => {
    reader.ws.pong()
    reader.send('pusher:ping', {})
  }, 100)
  await vi.waitFor(async () => expect(await countConnections(test)).toBe(1), SOON)
  clearInterval(sending)
  expect(idle.ws.readyState).toBe(WebSocket.OPEN)
})

describe('a socket that sends too much', () => {
  it.each([
    ['pings', (ws: WebSocket) => ws.ping()],
    ['pongs that nobody asked for', (ws: WebSocket) => ws.pong()],
    ['messages', (ws: WebSocket) => ws.send('{}')],
  ])('is closed: %s', async (_, send) => {
    const reader = open()
    await reader.subscribe('private-project-1')
    for (let count = 0; count < 300 && reader.ws.readyState === WebSocket.OPEN; count += 1) send(reader.ws)
    expect(await reader.closed).toBe(4200)
  })

  it('gets answers to its pings while they are few', async () => {
    const reader = open()
    await reader.subscribe('private-project-1')
    const answered = new Promise((resolve) => reader.ws.once('pong', (data) => resolve(String(data))))
    reader.ws.ping('there?')
    expect(await answered).toBe('there?')
  })

  it('is closed for a message in very many fragments', async () => {
    const reader = open()
    await reader.subscribe('private-project-1')
    for (let piece = 0; piece < 100 && reader.ws.readyState === WebSocket.OPEN; piece += 1)
      reader.ws.send('x', { fin: false })
    expect(await reader.closed).toBe(1008)
  })

  it('gets at most a hundred channels', async () => {
    const reader = open()
    await Promise.all(Array.from({ length: 100 }, (_, room) => reader.subscribe(`private-project-${room + 1}`)))
    reader.send('pusher:subscribe', { channel: 'private-project-101' })
    await reader.next('pusher:subscription_error', 'private-project-101')
  })

  it('gets an error for a message with maximum nesting', async () => {
    const reader = open()
    await reader.subscribe('private-project-1')
    const deep = '['.repeat(8000)
    reader.ws.send(`{"event":"pusher:subscribe","data":${deep}${']'.repeat(8000)}}`)
    await reader.next('pusher:error')
    reader.ws.send(deep)
    reader.send('pusher:subscribe', deep)
    reader.send('pusher:ping', {})
    await reader.next('pusher:pong')
  })
})

describe('a connection that is turned away', () => {
  const upgrade = (path: string) =>
    [
      `GET ${path} HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n')
  const dial = (text: string | Buffer) =>
    new Promise<Socket>((resolve) => {
      const socket = connect({ port: Number(host.split(':')[1]), host: '127.0.0.1', allowHalfOpen: true }, () => {
        socket.write(text)
        resolve(socket)
      })
      socket.on('error', () => undefined)
      socket.resume()
    })

  it('does not end the process when it is reset', async () => {
    // An unhandled error event would end the process; here it fails the test run.
    for (let attempt = 0; attempt < 30; attempt += 1) (await dial(upgrade('/elsewhere'))).resetAndDestroy()
    await vi.waitFor(async () => expect(await countConnections(test)).toBe(0), SOON)
    expect((await fetch(`http://${host}/healthz`, { headers: { connection: 'close' } })).status).toBe(200)
  })

  it('does not end the process when it sends an invalid frame', async () => {
    const noFrame = Buffer.alloc(64, 0xff)
    const socket = await dial(Buffer.concat([Buffer.from(upgrade('/app/other')), noFrame]))
    await vi.waitFor(async () => expect(await countConnections(test)).toBe(0), SOON)
    socket.destroy()
  })

  it('is closed even if its other end stays open', async () => {
    const socket = await dial(upgrade('/elsewhere'))
    await vi.waitFor(async () => expect(await countConnections(test)).toBe(0), SOON)
    socket.destroy()
  })
})
