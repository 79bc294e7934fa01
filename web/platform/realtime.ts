// One socket per page, opened with the first channel. pusher-js comes with it, so that pages without live content do not
// pay for it. Messages are thin: handlers invalidate or patch the query cache, the reader's own fetch decides what is seen.
import type * as PusherModule from 'pusher-js'
import { clientConfigQuery } from './client-config.ts'
import { queryClient } from './query-client.ts'

type PusherClass = typeof PusherModule.default.default
export type Socket = InstanceType<PusherClass>

/** Milliseconds before a connection that a hosted service has ended is opened again. */
const RETURN_AFTER = 3_000

let connection: Promise<Socket> | null = null
let current: Socket | null = null

/**
 * A hosted service ends the connections of people whose rights changed, once it knows whose they are, and the library takes
 * that for final. What may still be heard is asked for anew.
 */
const signIn = (pusher: Socket): void => {
  pusher.signin()
  pusher.connection.bind('disconnected', () =>
    setTimeout(() => {
      if (current === pusher) pusher.connect()
    }, RETURN_AFTER),
  )
}

const connect = async (): Promise<Socket> => {
  const [{ default: exported }, { realtime }] = await Promise.all([
    import('pusher-js'),
    queryClient.ensureQueryData(clientConfigQuery),
  ])
  // The package is CommonJS: what it exports is the class itself, whatever its types say.
  const PusherClient = exported as unknown as PusherClass
  const { hostname, port, protocol } = globalThis.location
  const tls = realtime.host === null ? protocol === 'https:' : realtime.tls
  const socketPort = realtime.port ?? (Number(port) || (tls ? 443 : 80))
  const pusher = new PusherClient(realtime.key, {
    cluster: realtime.cluster ?? '',
    ...(realtime.cluster === null
      ? { wsHost: realtime.host ?? hostname, wsPort: socketPort, wssPort: socketPort }
      : {}),
    forceTLS: tls,
    enabledTransports: ['ws', 'wss'],
    disableStats: true,
    channelAuthorization: { endpoint: '/api/broadcasting/auth', transport: 'ajax' },
    userAuthentication: { endpoint: '/api/broadcasting/user-auth', transport: 'ajax' },
  })
  current = pusher
  if (realtime.signs_in) signIn(pusher)
  return pusher
}

/** The page's socket; opens it when there is none. */
export const openRealtime = (): Promise<Socket> => {
  connection ??= connect().catch((error: unknown) => {
    connection = null
    throw error
  })
  return connection
}

export const disconnectRealtime = (): void => {
  current = null
  void connection?.then(
    (pusher) => pusher.disconnect(),
    () => undefined,
  )
  connection = null
}
