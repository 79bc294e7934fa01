// One socket per page, opened with the first channel. pusher-js is loaded then, so that pages without live content do
// not load it. Messages are thin: handlers invalidate or patch the query cache, and the client's own request decides
// what is visible.
import type * as PusherModule from 'pusher-js'
import { clientConfigQuery } from './client-config.ts'
import { queryClient } from './query-client.ts'

type PusherClass = typeof PusherModule.default.default
export type Socket = InstanceType<PusherClass>

/** Delay in milliseconds before reconnecting after a hosted service closed the connection. */
const RECONNECT_DELAY_MS = 3_000

let connection: Promise<Socket> | null = null
let current: Socket | null = null

/**
 * A hosted service closes the connections of users whose rights changed, once they are signed in, and the library
 * treats that as final. This reconnects and subscribes to the channels again.
 */
function signIn(pusher: Socket): void {
  pusher.signin()
  pusher.connection.bind('disconnected', () =>
    setTimeout(() => {
      if (current === pusher) pusher.connect()
    }, RECONNECT_DELAY_MS),
  )
}

async function connect(): Promise<Socket> {
  const [{ default: exported }, { realtime }] = await Promise.all([
    import('pusher-js'),
    queryClient.ensureQueryData(clientConfigQuery),
  ])
  // The package is CommonJS: its export is the class itself, although its types differ.
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

/** The page's socket; opens it on the first call. */
export function openRealtime(): Promise<Socket> {
  connection ??= connect().catch((error: unknown) => {
    connection = null
    throw error
  })
  return connection
}

export function disconnectRealtime(): void {
  current = null
  void connection?.then(
    (pusher) => pusher.disconnect(),
    () => undefined,
  )
  connection = null
}
