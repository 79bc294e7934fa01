// One connection per page, opened with the first channel. The client is loaded then, so that pages without live content
// do not load it. Messages are thin: handlers invalidate or patch the query cache, and the client's own request decides
// what is visible.
import { toApiError } from '../api-error.ts'
import { clientConfigQuery } from '../client-config.ts'
import { queryClient } from '../query-client.ts'
import { onSessionEnd } from '../session.ts'
import type { RealtimeClient } from './realtime-client.ts'
import { tokenHeaders } from '../token-mode.ts'
import { realtimeUrl } from './realtime-url.ts'

let connection: Promise<RealtimeClient> | null = null

/**
 * Asks for a signature. Not by `call`: a refusal concerns the channel, and the next call of the page decides whether the
 * session has ended.
 */
async function requestGrant(path: string, body: object): Promise<object> {
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(import.meta.env.MODE === 'token' ? tokenHeaders() : {}),
    },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && typeof answer === 'object' && answer !== null) return answer
  throw toApiError(response.ok ? 0 : response.status, answer)
}

async function connect(): Promise<RealtimeClient> {
  const [{ RealtimeClient: Client }, { realtime }] = await Promise.all([
    import('./realtime-client.ts'),
    queryClient.ensureQueryData(clientConfigQuery),
  ])
  return new Client({
    url: realtimeUrl(realtime, globalThis.location),
    authorise: (socket_id, channel_name) => requestGrant('/api/broadcasting/auth', { socket_id, channel_name }),
    authenticate: realtime.signs_in ? (socket_id) => requestGrant('/api/broadcasting/user-auth', { socket_id }) : null,
  })
}

/** The page's connection; opens it on the first call. */
export function openRealtime(): Promise<RealtimeClient> {
  connection ??= connect().catch((error: unknown) => {
    connection = null
    throw error
  })
  return connection
}

export function disconnectRealtime(): void {
  void connection?.then(
    (client) => client.disconnect(),
    () => undefined,
  )
  connection = null
}

onSessionEnd(disconnectRealtime)
