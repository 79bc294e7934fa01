// Starts and stops one process of the program, from its configuration to a responding server.
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { domains } from '../domains.ts'
import type { App } from '../platform/app.ts'
import type { Config } from '../platform/config.ts'
import { prepareDatabase } from '../platform/database/prepare.ts'
import { giveBackIdleMemory } from '../platform/idle-memory.ts'
import { openHttp } from '../platform/http/server.ts'
import { openApp } from '../platform/open-app.ts'
import { platformDomain } from '../platform/platform-domain.ts'
import type { Running } from './role.ts'
import { portOf, startRoles } from './start-roles.ts'

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))
export const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** All domains, the platform's own first. */
export const allDomains = [platformDomain(domains), ...domains]

export type Program = Running & { app: App; http: FastifyInstance; port: number }

/**
 * A process without the roles api and realtime needs no public port; it serves only its health checks and metrics, on a
 * free port unless PORT is set.
 */
function listensOn(config: Config, isPortGiven: boolean): number {
  return config.roles.includes('api') || config.roles.includes('realtime') || isPortGiven ? config.port : 0
}

/** Maximum of pending connections: after a restart all open pages reconnect at the same time. */
const BACKLOG = 4096

/** Resolves when the process responds. Throws if the database cannot be reached or the port is in use. */
export async function startProgram(
  config: Config,
  databaseUrl: string,
  log: Logger,
  { isPortGiven }: { isPortGiven: boolean },
): Promise<Program> {
  const jobs = allDomains.flatMap((domain) => domain.jobs ?? [])
  const migrated = await prepareDatabase(databaseUrl, migrationsFolder, jobs, log)
  if (migrated.length > 0) log.info({ migrated }, 'database schema migrated')
  const opened = await openApp(config, databaseUrl, log, allDomains)
  const http = await openHttp(opened.app, {
    domains: allDomains,
    webFolder: config.webFolder ?? webFolder,
    api: config.roles.includes('api'),
  })
  await http.ready()
  const roles = await startRoles(config.roles, { ...opened, domains: allDomains, http })
  await http.listen({ host: config.host, port: listensOn(config, isPortGiven), backlog: BACKLOG })
  const ending = new AbortController()
  giveBackIdleMemory(ending.signal)
  for (const { name, start } of allDomains) {
    start?.(opened.app, ending.signal).catch((err: unknown) => log.error({ err, domain: name }, 'domain start failed'))
  }
  return {
    app: opened.app,
    http,
    port: portOf(http),
    stop: async () => {
      ending.abort()
      // Stop sockets and jobs first, so that no new work begins while open requests are answered.
      await roles.stop()
      await http.close()
      await opened.close()
    },
  }
}
