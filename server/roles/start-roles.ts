// A process runs a list of roles. Each role has its own file, which is loaded only if the role is used.
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Role } from '../platform/config-variables.ts'
import type { RoleContext, Running } from './role.ts'

const loaders: Record<Exclude<Role, 'api'>, () => Promise<(context: RoleContext) => Promise<Running>>> = {
  worker: async () => (await import('./worker.ts')).startWorker,
  realtime: async () => (await import('./realtime.ts')).startRealtime,
  scheduler: async () => (await import('./scheduler.ts')).startScheduler,
}

/** Starts the roles in parallel; `stop` stops them in parallel. The api role is the web server itself. */
export async function startRoles(roles: readonly Role[], context: RoleContext): Promise<Running> {
  const running = await Promise.all(
    roles.map(async (role) => {
      if (role === 'api') return null
      const start = await loaders[role]()
      return start(context)
    }),
  )
  return {
    stop: async () => {
      await Promise.allSettled(running.map(async (role) => role?.stop()))
    },
  }
}

/** The port on which the server listens. */
export function portOf(http: FastifyInstance): number {
  return (http.server.address() as AddressInfo).port
}
