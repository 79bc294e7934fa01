import type { Actor } from '../http/actor.ts'

/** How a browser reaches the realtime service; hosts are null when it is the page's own. */
export type RealtimeClient = {
  key: string
  host: string | null
  port: number | null
  tls: boolean
  cluster: string | null
  /** A hosted service knows whose a socket is only when its browser says so. */
  signs_in: boolean
}

export type Realtime = {
  /** What pusher-js must be told. */
  client: RealtimeClient
  /** The answer of channel authorisation: lets this socket hear this channel. Refuses with E_FORBIDDEN. */
  authorise: (actor: Actor, socketId: string, channelName: string) => Promise<{ auth: string; channel_data?: string }>
  /** The answer of user authentication, for a hosted service. Refuses with E_NOT_FOUND where there is none. */
  authenticate: (actor: Actor, socketId: string) => { auth: string; user_data: string }
  /** Makes every open socket of these users prove again what they may hear. In a transaction, emit `access.changed` instead. */
  disconnectUser: (userId: number) => Promise<void>
}
