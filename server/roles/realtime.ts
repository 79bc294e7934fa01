import { startHostedRealtime } from '../platform/realtime/hosted.ts'
import { startRealtimeNode } from '../platform/realtime/node.ts'
import type { RoleContext, Running } from './role.ts'

/** Delivers events to browsers: through our own sockets, or through the configured service. */
export async function startRealtime({ app, domains, http, listener }: RoleContext): Promise<Running> {
  const { pusher } = app.config
  const sessions = domains.find((domain) => domain.sessions)?.sessions
  return pusher
    ? startHostedRealtime(app, pusher, listener())
    : startRealtimeNode(app, http.server, listener(), sessions)
}
