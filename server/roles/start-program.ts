// One process of the program, from its configuration to a server that answers, and back.
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { domains } from '../domains.ts'
import type { App } from '../platform/app.ts'
import type { Config } from '../platform/config.ts'
import { prepareDatabase } from '../platform/database/prepare.ts'
import { openHttp } from '../platform/http/server.ts'
import { openApp } from '../platform/open-app.ts'
import { platformDomain } from '../platform/platform-domain.ts'
import type { Running } from './role.ts'
import { portOf, startRoles } from './start-roles.ts'

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))
export const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Every domain, the platform's own part first. */
export const allDomains = [platformDomain(domains), ...domains]

export type Program = Running & { app: App; http: FastifyInstance; port: number }

/** A process that only works needs no port of the public; it still tells how it fares, on a free one unless PORT is set. */
const listensOn = (config: Config, isPortGiven: boolean): number =>
  config.roles.includes('api') || config.roles.includes('realtime') || isPortGiven ? config.port : 0

/** Connections that may wait to be taken: after a restart all open pages come back at the same moment. */
const BACKLOG = 4096

/** Resolves when the process answers. Throws when the database cannot be reached or the port is taken. */
export const startProgram = async (
  config: Config,
  databaseUrl: string,
  log: Logger,
  { isPortGiven }: { isPortGiven: boolean },
): Promise<Program> => {
  const jobs = allDomains.flatMap((domain) => domain.jobs ?? [])
  const migrated = await prepareDatabase(databaseUrl, migrationsFolder, jobs, log)
  if (migrated.length > 0) log.info({ migrated }, 'the database has a new schema')
  const opened = await openApp(config, databaseUrl, log, allDomains)
  const http = await openHttp(opened.app, { domains: allDomains, webFolder, api: config.roles.includes('api') })
  await http.ready()
  const roles = await startRoles(config.roles, { ...opened, domains: allDomains, http })
  await http.listen({ host: config.host, port: listensOn(config, isPortGiven), backlog: BACKLOG })
  const ending = new AbortController()
  for (const { name, start } of allDomains) {
    start?.(opened.app, ending.signal).catch((err: unknown) =>
      log.error({ err, domain: name }, 'a domain could not start'),
    )
  }
  return {
    app: opened.app,
    http,
    port: portOf(http),
    stop: async () => {
      ending.abort()
      // Sockets and jobs first, so that nothing new begins while requests in flight are answered.
      await roles.stop()
      await http.close()
      await opened.close()
    },
  }
}
