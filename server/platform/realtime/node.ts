// The realtime role: browsers connect at /app/{key} and subscribe to the channels granted to them. Any number of nodes
// may run; each receives all events and serves its own sockets.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { wireName } from '@kaiwa/contract/events.ts'
import { WebSocketServer } from 'ws'
import type { App } from '../app.ts'
import { type Clock, databaseTime, openClock } from '../database/clock.ts'
import type { Listener } from '../database/listen.ts'
import type { Sessions } from '../domain.ts'
import { isLoopbackOnly } from '../http/loopback.ts'
import { checkHost, checkSocket } from '../http/origin.ts'
import { openSlots } from '../http/address-slots.ts'
import { clientAddress } from '../http/client-address.ts'
import { receiveBroadcasts } from './broadcasts.ts'
import type { Broadcast } from '../store/outbox.ts'
import { DIRECT_NOTIFY } from '../store/direct.ts'
import type { Direct } from './direct.ts'
import { type Grant, ownCredentials } from './open-realtime.ts'
import { openRevocations } from './revocations.ts'
import { closeCodes, frameOf, type Rooms, Socket } from './socket.ts'
import { openSubscriptionTime } from './subscription-time.ts'

/** Maximum milliseconds between two pings. */
const CHECK_INTERVAL = 30_000
/** Maximum milliseconds between the end of a session and the end of its sockets, when no event announces it. */
const SESSION_CHECK_INTERVAL = 5_000
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

function openRooms(clock: Clock) {
  const rooms = new Map<string, Set<Socket>>()
  const revocations = openRevocations(clock.now)
  const hooks: Rooms = {
    join: (channel, socket) => {
      const room = rooms.get(channel)
      if (room) room.add(socket)
      else rooms.set(channel, new Set([socket]))
    },
    leave: (channel, socket) => {
      const room = rooms.get(channel)
      room?.delete(socket)
      if (room?.size === 0) rooms.delete(channel)
    },
    revokedAt: revocations.revokedAt,
    now: clock.now,
  }
  return { rooms, hooks, beginRevocation: revocations.begin }
}

function sessionOf({ session_id: id }: Grant): number | null {
  return id
}

export interface RealtimeNode {
  stop: () => Promise<void>
}

/** Serves sockets on this server until stopped. */
export async function startRealtimeNode(
  app: App,
  server: Server,
  listener: Listener,
  sessions: Sessions | undefined,
): Promise<RealtimeNode> {
  const credentials = ownCredentials(app.config)
  const clock = await openClock(app.db)
  const { rooms, hooks, beginRevocation } = openRooms(clock)
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
      const socket = new Socket(ws, duplex, hooks, credentials, (onTimeout) => awaitSubscription(address, onTimeout))
      sockets.add(socket)
      app.metrics.sockets.set(sockets.size)
      ws.once('close', () => {
        sockets.delete(socket)
        app.metrics.sockets.set(sockets.size)
      })
    })
  }

  const broadcast = ({ type, data, channels }: Broadcast): void => {
    for (const channel of channels) {
      const room = rooms.get(channel)
      if (!room) continue
      const frame = frameOf(JSON.stringify({ event: wireName(type), channel, data: JSON.stringify(data) }))
      for (const socket of room) socket.sendFrame(frame)
      app.metrics.broadcasts.inc(room.size)
    }
  }

  const deliverDirect = (payload: string): void => {
    const { channel, ...message } = JSON.parse(payload) as Direct
    const room = rooms.get(channel)
    if (!room) return
    const frame = frameOf(JSON.stringify({ ...message, channel }))
    for (const socket of room) socket.sendFrame(frame)
    app.metrics.broadcasts.inc(room.size)
  }

  /** The browser reconnects, subscribes to all channels again, and gets those that are still allowed. */
  const closeSockets = (isLost: (granted: Grant) => boolean): void => {
    for (const socket of sockets) if (socket.channels.values().some(isLost)) socket.close(closeCodes.reconnect)
  }

  const revokeUsers = async (userIds: readonly number[]): Promise<void> => {
    const users = new Set(userIds)
    // No grant of these users counts until the time of the change is known; then later grants count.
    const finishRevocation = beginRevocation(userIds)
    closeSockets(({ user_id: userId }) => users.has(userId))
    // The clock that dates the grants: this node's copy of it may be behind.
    const now = await databaseTime(app.db).then((time) => time.getTime(), clock.now)
    finishRevocation(now)
  }

  const deliver = async (events: Broadcast[]): Promise<void> => {
    for (const event of events) {
      broadcast(event)
      if (event.type === 'access.changed') await revokeUsers((event.data as { user_ids: number[] }).user_ids)
    }
  }

  /** Ends the channels of sessions that expired or ended without an event. */
  const checkSessions = async (): Promise<void> => {
    const held = new Set([...sockets].flatMap((socket) => [...socket.channels.values()].map(sessionOf)))
    held.delete(null)
    if (!sessions || held.size === 0) return
    const live = new Set(await sessions.findLive(app.db, [...held] as number[]))
    closeSockets(({ session_id: id }) => id !== null && held.has(id) && !live.has(id))
  }

  server.on('upgrade', handleUpgrade)
  const checks = setInterval(
    () => {
      for (const socket of sockets) socket.checkAlive()
      void clock.set().catch((error: unknown) => app.log.warn({ err: error }, 'clock synchronisation failed'))
    },
    Math.min(CHECK_INTERVAL, app.config.requestSeconds * 1000),
  )
  const sessionChecks = setInterval(() => {
    void checkSessions().catch((error: unknown) => app.log.warn({ err: error }, 'session check of sockets failed'))
  }, SESSION_CHECK_INTERVAL)
  await listener.on(DIRECT_NOTIFY, { onNotify: deliverDirect, onConnect: () => {} })
  const broadcasts = await receiveBroadcasts(app.db, listener, app.log, deliver)

  return {
    stop: async () => {
      clearInterval(checks)
      clearInterval(sessionChecks)
      server.off('upgrade', handleUpgrade)
      await broadcasts.stop()
      for (const socket of sockets) socket.close(closeCodes.reconnect)
      wss.close()
    },
  }
}
