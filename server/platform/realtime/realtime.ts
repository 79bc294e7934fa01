import type { DirectMessage } from '@kaiwa/contract/events.ts'
import type { RawBuilder } from 'kysely'
import type { Actor } from '../http/actor.ts'

/** How a browser reaches the realtime service; hosts are null when it is the page's own. */
export interface RealtimeClient {
  key: string
  host: string | null
  port: number | null
  tls: boolean
  cluster: string | null
  /** Whether the browser must sign in: a hosted service knows the user of a socket only then. */
  signs_in: boolean
}

export interface Realtime {
  /** Settings for clients of the Pusher protocol. */
  client: RealtimeClient
  /** The answer of channel authorisation: allows this socket to subscribe to this channel. Refuses with E_FORBIDDEN. */
  authorise: (actor: Actor, socketId: string, channelName: string) => Promise<{ auth: string; channel_data?: string }>
  /** The answer of user authentication, for a hosted service. Refuses with E_NOT_FOUND if no service is configured. */
  authenticate: (actor: Actor, socketId: string) => { auth: string; user_data: string }
  /**
   * Sends a message directly to the sockets of a channel, without the outbox. It is lost if the service cannot be reached;
   * a failure is logged.
   */
  send: (message: DirectMessage) => Promise<void>
  /**
   * Changes rows by `store`, a statement that returns them, and sends a message when they are committed. Returns false, and
   * sends nothing, if no row was changed.
   */
  sendStored: (message: DirectMessage, store: RawBuilder<unknown>) => Promise<boolean>
  /**
   * Closes all sockets of this user, which must authorise their channels again. In a transaction, publish `access.changed`
   * instead.
   */
  disconnectUser: (userId: number) => Promise<void>
}
