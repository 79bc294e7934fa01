// Realtime for operations: connection settings and channel authorisation. The realtime role delivers events (own
// endpoint or hosted service).
import { createHmac } from 'node:crypto'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { databaseTime } from '../database/clock.ts'
import type { Sessions } from '../domain.ts'
import { publish } from '../store/outbox.ts'
import { Refusal } from '../refusal.ts'
import { type Channel, findChannel } from './channel.ts'
import { sendDirect, sendStored } from './direct.ts'
import type { Realtime, RealtimeClient } from './realtime.ts'
import { signSubscription, signUser } from './pusher-signature.ts'

const OWN_KEY = 'kaiwa'

/** Key and secret of the own endpoint; the secret is derived from the installation's, so that all nodes share it. */
export function ownCredentials({ secret }: Pick<Config, 'secret'>) {
  return {
    key: OWN_KEY,
    secret: createHmac('sha256', secret).update('realtime').digest('hex'),
  }
}

function clientOf({ pusher, url }: Config): RealtimeClient {
  if (!pusher) {
    const tls = url?.startsWith('https://') ?? false
    return { key: OWN_KEY, host: null, port: null, tls, cluster: null, signs_in: false }
  }
  const address = pusher.clientUrl ? new URL(pusher.clientUrl) : null
  const tls = address ? address.protocol === 'https:' : true
  return {
    key: pusher.key,
    host: address?.hostname ?? null,
    port: address ? Number(address.port || (tls ? 443 : 80)) : null,
    tls,
    cluster: pusher.cluster ?? null,
    signs_in: true,
  }
}

/**
 * Data of a subscription to the own endpoint: the user, the session it ends with (null if the program has no sessions),
 * and a time (Unix milliseconds of the database) before the rights were read.
 */
export interface Grant {
  user_id: number
  session_id: number | null
  issued_at: number
}

/** From the domains: who may subscribe to which channel, and which sessions are valid. */
export interface Access {
  channels: readonly Channel[]
  sessions: Sessions | undefined
}

export function openRealtime(config: Config, db: Db, { channels, sessions }: Access, app: () => App): Realtime {
  const own = ownCredentials(config)
  return {
    client: clientOf(config),
    authorise: async (actor, socketId, channelName) => {
      // Read the time first, then the rights: a change of rights that is not seen here has a later time than the grant
      // and voids it.
      const issuedAt = (await databaseTime(db)).getTime()
      const sessionId = sessions ? sessions.idOf(actor) : null
      const reader = sessions && sessionId !== null ? await sessions.reload(db, sessionId) : actor
      const found = findChannel(channels, channelName)
      const may = found !== null && reader !== null && (await found.channel.authorise(reader, found.id, app()))
      // The answer is the same for a forbidden channel and for one that does not exist.
      if (!may) throw new Refusal('E_FORBIDDEN', { reason: 'channel' })
      const { pusher } = config
      if (pusher) return { auth: signSubscription(pusher.key, pusher.secret, socketId, channelName) }
      const grant: Grant = { user_id: actor.id, session_id: sessionId, issued_at: issuedAt }
      const channelData = JSON.stringify(grant)
      return {
        auth: signSubscription(own.key, own.secret, socketId, channelName, channelData),
        channel_data: channelData,
      }
    },
    authenticate: (actor, socketId) => {
      const { pusher } = config
      if (!pusher) throw new Refusal('E_NOT_FOUND')
      const userData = JSON.stringify({ id: String(actor.id) })
      return { auth: signUser(pusher.key, pusher.secret, socketId, userData), user_data: userData }
    },
    send: (message) => sendDirect(app(), message),
    sendStored: (message, store) => sendStored(app(), message, store),
    disconnectUser: async (userId) => {
      await db.transaction().execute((trx) => publish(trx, { type: 'access.changed', data: { user_ids: [userId] } }))
    },
  }
}
