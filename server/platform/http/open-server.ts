// The HTTP server below Fastify: limits for connections before their route is known.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '../app.ts'
import { openSlots } from './address-slots.ts'
import { limitBodyTime } from './body-time.ts'

const KEEP_ALIVE = 65_000
/** Milliseconds between checks for late request heads. */
const CHECK_INTERVAL = 5_000

const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers with a status line only: no request could be parsed, so no error body is sent. */
function answerAndClose(socket: Socket, status: number): void {
  if (!socket.writable) return void socket.destroy()
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nCache-Control: no-store\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  )
  socket.destroySoon()
}

/** Creates the server without listening. `handler` gets every request that could be parsed. */
export function openServer(handler: RequestListener, { config, metrics }: Pick<App, 'config' | 'metrics'>): Server {
  const milliseconds = config.requestSeconds * 1000
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE,
    headersTimeout: milliseconds,
    // `limitBodyTime` limits the time of bodies.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL, milliseconds / 4),
  })
  // Behind a proxy all connections come from its address.
  const perAddress = config.trustedProxies > 0 ? Infinity : config.maxConnectionsPerAddress
  const takeSlot = openSlots({ perAddress, total: config.maxConnections })
  server.on('connection', (socket) => {
    const free = takeSlot(socket.remoteAddress ?? '')
    if (free) return void socket.once('close', free)
    metrics.refusedConnections.inc({ kind: 'http' })
    socket.destroy()
  })

  const answering = new WeakMap<Socket, ServerResponse>()
  const refuse = (socket: Socket, status: number): void => {
    const response = answering.get(socket)
    // Part of an answer has been sent: nothing may be written into it.
    if (response?.headersSent && !response.writableFinished) socket.destroy()
    else answerAndClose(socket, status)
  }
  limitBodyTime(server, config.requestSeconds, ({ socket }) => refuse(socket, 408))
  server.on('request', (request: IncomingMessage, response) => answering.set(request.socket, response))
  server.on('request', handler)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else refuse(socket as Socket, statuses[error.code ?? ''] ?? 400)
  })
  return server
}
