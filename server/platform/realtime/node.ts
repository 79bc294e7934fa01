// The realtime role: browsers connect at /app/{key} and subscribe to the channels granted to them. Any number of nodes
// may run; each receives all events and serves its own sockets.
import type { Server } from 'node:http'
import { wireName } from '@kaiwa/contract/events.ts'
import type { App } from '../app.ts'
import { databaseTime, openClock } from '../database/clock.ts'
import type { Listener } from '../database/listen.ts'
import type { Sessions } from '../domain.ts'
import { DIRECT_NOTIFY } from '../store/direct.ts'
import type { Broadcast } from '../store/outbox.ts'
import { acceptSockets } from './accept-sockets.ts'
import { receiveBroadcasts } from './broadcasts.ts'
import type { Direct } from './direct.ts'
import type { Grant } from './open-realtime.ts'
import { openRevocations } from './revocations.ts'
import { openRooms } from './rooms.ts'
import { closeCodes } from './socket.ts'

/** Maximum milliseconds between two pings. */
const CHECK_INTERVAL = 30_000
/** Maximum milliseconds between the end of a session and the end of its sockets, when no event announces it. */
const SESSION_CHECK_INTERVAL = 5_000

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
  const clock = await openClock(app.db)
  const rooms = openRooms()
  const revocations = openRevocations(clock.now)
  const accepted = acceptSockets(app, server, { ...rooms, revokedAt: revocations.revokedAt, now: clock.now })
  const { sockets } = accepted

  const send = (channel: string, makeMessage: () => object): void =>
    app.metrics.broadcasts.inc(rooms.send(channel, makeMessage))

  /** The browser reconnects, subscribes to all channels again, and gets those that are still allowed. */
  const closeSockets = (isLost: (granted: Grant) => boolean): void => {
    for (const socket of sockets) if (socket.channels.values().some(isLost)) socket.close(closeCodes.reconnect)
  }

  const revokeUsers = async (userIds: readonly number[]): Promise<void> => {
    const users = new Set(userIds)
    // No grant of these users counts until the time of the change is known; then later grants count.
    const finishRevocation = revocations.begin(userIds)
    closeSockets(({ user_id: userId }) => users.has(userId))
    // The clock that dates the grants: this node's copy of it may be behind.
    const now = await databaseTime(app.db).then((time) => time.getTime(), clock.now)
    finishRevocation(now)
  }

  const deliver = async (events: Broadcast[]): Promise<void> => {
    for (const { type, data, channels } of events) {
      for (const channel of channels)
        send(channel, () => ({ event: wireName(type), channel, data: JSON.stringify(data) }))
      if (type === 'access.changed') await revokeUsers((data as { user_ids: number[] }).user_ids)
    }
  }

  const deliverDirect = (payload: string): void => {
    const message = JSON.parse(payload) as Direct
    send(message.channel, () => message)
  }

  /** Ends the channels of sessions that expired or ended without an event. */
  const checkSessions = async (): Promise<void> => {
    const held = new Set([...sockets].flatMap((socket) => [...socket.channels.values()].map(sessionOf)))
    held.delete(null)
    if (!sessions || held.size === 0) return
    const live = new Set(await sessions.findLive(app.db, [...held] as number[]))
    closeSockets(({ session_id: id }) => id !== null && held.has(id) && !live.has(id))
  }

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
      accepted.refuse()
      await broadcasts.stop()
      accepted.close()
    },
  }
}
