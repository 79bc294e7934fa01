// The realtime role: browsers connect at /app/{key} and hear the channels they were granted. Any number of nodes may run;
// each hears of every event and serves its own sockets.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { App } from '../app.ts'
import { type Clock, openClock } from '../database/clock.ts'
import type { Listener } from '../database/listen.ts'
import { wireName } from '../events/event.ts'
import { isLoopbackOnly } from '../http/loopback.ts'
import { checkHost, checkSocket } from '../http/origin.ts'
import { type Broadcast, hearBroadcasts } from './broadcasts.ts'
import { ownCredentials } from './open-realtime.ts'
import { closeCodes, type Rooms, Socket } from './socket.ts'

const CHECK_INTERVAL = 30_000
/** Inbound messages are subscriptions; none is longer. */
const MAX_PAYLOAD = 16 * 1024
/** Milliseconds for which a change of rights voids grants; longer than a grant lives. */
const REVOCATION_LIFE = 120_000

const openRooms = (clock: Clock) => {
  const rooms = new Map<string, Set<Socket>>()
  const revoked = new Map<number, number>()
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
    revokedAt: (userId) => revoked.get(userId) ?? 0,
    now: clock.now,
  }
  const revoke = (userId: number): void => {
    const now = clock.now()
    for (const [user, time] of revoked) if (time < now - REVOCATION_LIFE) revoked.delete(user)
    revoked.set(userId, now)
  }
  return { rooms, hooks, revoke }
}

const turnAway = (duplex: Duplex, status: string): void => {
  duplex.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}

export type RealtimeNode = { stop: () => Promise<void> }

/** Serves sockets on this server until stopped. */
export const startRealtimeNode = async (app: App, server: Server, listener: Listener): Promise<RealtimeNode> => {
  const credentials = ownCredentials(app.config)
  const clock = await openClock(app.db)
  const { rooms, hooks, revoke } = openRooms(clock)
  const sockets = new Set<Socket>()
  const wss = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD, perMessageDeflate: false })

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
    wss.handleUpgrade(request, duplex, head, (ws) => {
      if (key !== credentials.key) return ws.close(closeCodes.noApp, 'No such application')
      const socket = new Socket(ws, hooks, credentials)
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
      const text = JSON.stringify({ event: wireName(type), channel, data: JSON.stringify(data) })
      for (const socket of room) socket.send(text)
      app.metrics.broadcasts.inc(room.size)
    }
  }

  const deliver = (events: Broadcast[]): void => {
    for (const event of events) {
      broadcast(event)
      if (event.type !== 'access.changed') continue
      const { user_ids: userIds } = event.data as { user_ids: number[] }
      for (const userId of userIds) {
        revoke(userId)
        // The browser comes back at once, asks for every channel again, and gets those that are still its own.
        for (const socket of sockets) if (socket.hears(userId)) socket.close(closeCodes.reconnect)
      }
    }
  }

  server.on('upgrade', handleUpgrade)
  const checks = setInterval(() => {
    for (const socket of sockets) socket.checkAlive()
    void clock.set().catch((error: unknown) => app.log.warn({ err: error }, 'the clock could not be set'))
  }, CHECK_INTERVAL)
  const hearing = await hearBroadcasts(app.db, listener, app.log, deliver)

  return {
    stop: async () => {
      clearInterval(checks)
      server.off('upgrade', handleUpgrade)
      await hearing.stop()
      for (const socket of sockets) socket.close(closeCodes.reconnect)
      wss.close()
    },
  }
}
