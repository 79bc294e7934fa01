import { startHostedRealtime } from '../platform/realtime/hosted.ts'
import { startRealtimeNode } from '../platform/realtime/node.ts'
import type { RoleContext, Running } from './role.ts'

/** Brings events to browsers: by our own sockets, or through the service that is configured. */
export const startRealtime = async ({ app, domains, http, listener }: RoleContext): Promise<Running> => {
  const { pusher } = app.config
  const sessions = domains.find((domain) => domain.sessions)?.sessions
  return pusher
    ? startHostedRealtime(app, pusher, listener())
    : startRealtimeNode(app, http.server, listener(), sessions)
}
