// Accepts sockets at /app/{key}. Host, origin and the limits of connections are checked before the handshake.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { App } from '../app.ts'
import { openSlots } from '../http/address-slots.ts'
import { clientAddress } from '../http/client-address.ts'
import { isLoopbackOnly } from '../http/loopback.ts'
import { checkHost, checkSocket } from '../http/origin.ts'
import { ownCredentials } from './open-realtime.ts'
import { closeCodes, Socket, type SocketNode } from './socket.ts'
import { openSubscriptionTime } from './subscription-time.ts'

/** Limits of inbound messages: they are short subscriptions, sent in few fragments. */
const MAX_PAYLOAD = 16 * 1024
const MAX_FRAGMENTS = 16

/** Answers an upgrade with this status and closes its connection. */
function turnAway(duplex: Duplex, status: string): void {
  // Node has removed its own error listener: without this one, a connection reset would end the process.
  duplex.on('error', () => duplex.destroy())
  // Do not wait for a peer that keeps its half of the connection open.
  duplex.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => duplex.destroy())
}

export interface AcceptedSockets {
  /** The open sockets. */
  sockets: ReadonlySet<Socket>
  /** Accepts no more sockets. */
  refuse: () => void
  /** Closes all sockets; their clients connect again. */
  close: () => void
}

export function acceptSockets(app: App, server: Server, node: SocketNode): AcceptedSockets {
  const credentials = ownCredentials(app.config)
  const sockets = new Set<Socket>()
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD,
    maxFragments: MAX_FRAGMENTS,
    perMessageDeflate: false,
    // `Socket` answers pings, so that it can count them.
    autoPong: false,
  })
  const { maxConnections: total, maxConnectionsPerAddress: perAddress, trustedProxies } = app.config
  const takeSlot = openSlots({ perAddress, total })
  const awaitSubscription = openSubscriptionTime(app.config)

  const handleUpgrade = (request: IncomingMessage, duplex: Duplex, head: Buffer): void => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const key = /^\/app\/([\w-]+)$/.exec(path)?.[1]
    if (key === undefined) return turnAway(duplex, '404 Not Found')
    try {
      if (isLoopbackOnly(app.config)) checkHost(request.headers.host, app.config.url)
      checkSocket(request.headers, app.config.url)
    } catch {
      return turnAway(duplex, '403 Forbidden')
    }
    const address = clientAddress(request, trustedProxies)
    const free = takeSlot(address)
    if (!free) {
      app.metrics.refusedConnections.inc({ kind: 'websocket' })
      return turnAway(duplex, '503 Service Unavailable')
    }
    duplex.once('close', free)
    wss.handleUpgrade(request, duplex, head, (ws) => {
      if (key !== credentials.key) {
        // Without a listener, an invalid frame would end the process.
        ws.on('error', () => ws.terminate())
        return ws.close(closeCodes.noApp, 'No such application')
      }
      const socket = new Socket(ws, duplex, node, credentials, (onTimeout) => awaitSubscription(address, onTimeout))
      sockets.add(socket)
      app.metrics.sockets.set(sockets.size)
      ws.once('close', () => {
        sockets.delete(socket)
        app.metrics.sockets.set(sockets.size)
      })
    })
  }

  server.on('upgrade', handleUpgrade)
  return {
    sockets,
    refuse: () => void server.off('upgrade', handleUpgrade),
    close: () => {
      for (const socket of sockets) socket.close(closeCodes.reconnect)
      wss.close()
    },
  }
}
