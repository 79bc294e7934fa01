// Stand-in for a hosted Pusher-protocol service: its HTTP API and sockets, with the checks of the real service.
import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export const KEY = 'the-key'
export const SECRET = 'the-secret'

export interface Call {
  path: string
  body: { name: string; channels: string[]; data: string }
}

function sign(text: string): string {
  return createHmac('sha256', SECRET).update(text).digest('hex')
}

function isSigned(method: string, url: URL, body: string): boolean {
  const signature = url.searchParams.get('auth_signature')
  const rest = [...url.searchParams].filter(([name]) => name !== 'auth_signature').sort(([a], [b]) => (a < b ? -1 : 1))
  const age = Math.abs(Date.now() / 1000 - Number(url.searchParams.get('auth_timestamp')))
  return (
    signature === sign(`${method}\n${url.pathname}\n${rest.map((pair) => pair.join('=')).join('&')}`) &&
    url.searchParams.get('body_md5') === createHash('md5').update(body).digest('hex') &&
    age < 600
  )
}

interface ClientMessage {
  event: string
  data: { auth?: string; channel?: string; user_data?: string }
}

export async function startPusherService() {
  const calls: Call[] = []
  const state = { failuresLeft: 0 }
  let opened = 0
  const sockets = new Map<WebSocket, { user: string | null; channels: Set<string> }>()

  const send = (socket: WebSocket, event: string, data: unknown, channel?: string): void =>
    socket.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }))

  const applyCall = ({ path, body }: Call): void => {
    calls.push({ path, body })
    const user = /\/users\/(\d+)\/terminate_connections$/.exec(path)?.[1]
    for (const [socket, { user: own, channels }] of sockets) {
      if (user !== undefined && own === user) socket.close(4009, 'terminated')
      else if (user === undefined)
        for (const channel of body.channels)
          if (channels.has(channel)) socket.send(JSON.stringify({ event: body.name, channel, data: body.data }))
    }
  }

  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const url = new URL(request.url ?? '', 'http://service')
      if (state.failuresLeft > 0) {
        state.failuresLeft -= 1
        response.writeHead(500).end('not now')
      } else if (isSigned(request.method ?? '', url, body)) {
        applyCall({ path: url.pathname, body: JSON.parse(body) as Call['body'] })
        response.end('{}')
      } else response.writeHead(401).end('bad signature')
    })
  })

  new WebSocketServer({ server: http }).on('connection', (socket) => {
    const own = { user: null as string | null, channels: new Set<string>() }
    const id = `${(opened += 1)}.1`
    sockets.set(socket, own)
    socket.on('close', () => sockets.delete(socket))
    socket.on('message', (raw: Buffer) => {
      const { event, data } = JSON.parse(raw.toString()) as ClientMessage
      if (event === 'pusher:signin' && data.auth === `${KEY}:${sign(`${id}::user::${data.user_data}`)}`) {
        own.user = (JSON.parse(data.user_data ?? '') as { id: string }).id
        send(socket, 'pusher:signin_success', { user_data: data.user_data })
      } else if (event === 'pusher:subscribe' && data.auth === `${KEY}:${sign(`${id}:${data.channel}`)}`) {
        own.channels.add(data.channel ?? '')
        send(socket, 'pusher_internal:subscription_succeeded', {}, data.channel)
      }
    })
    send(socket, 'pusher:connection_established', { socket_id: id, activity_timeout: 30 })
  })

  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', () => resolve())
  })
  return {
    port: (http.address() as AddressInfo).port,
    calls,
    state,
    close: () => {
      for (const socket of sockets.keys()) socket.terminate()
      http.close()
    },
  }
}
