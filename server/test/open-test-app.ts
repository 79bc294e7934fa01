// Runs the whole program in the test's process, with its own database and data folder.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { App } from '../platform/app.ts'
import { loadConfig } from '../platform/config.ts'
import type { Role } from '../platform/config-variables.ts'
import type { Db } from '../platform/database/database.ts'
import type { Domain } from '../platform/domain.ts'
import { openHttp } from '../platform/http/server.ts'
import { prepareQueues } from '../platform/jobs/boss.ts'
import { openLog } from '../platform/log.ts'
import { openApp } from '../platform/open-app.ts'
import { platformDomain } from '../platform/platform-domain.ts'
import { portOf, startRoles } from '../roles/start-roles.ts'
import { type Call, callerOf, succeederOf } from './test-calls.ts'
import { checkEvents } from './check-events.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { type SettleOptions, settle } from './settle.ts'

export interface TestAppOptions {
  /** Domains in addition to the platform's; default: all of the program. */
  domains?: readonly Domain[]
  /** Environment variables. */
  env?: Record<string, string>
  /** With roles the program listens and runs its workers; without, jobs and event handlers run in `settle`. */
  roles?: readonly Role[]
  /** A migrated database; default: a new one on the run's server. */
  database?: Pick<TestDatabase, 'url' | 'drop'>
  /** The built page; default: none. */
  webFolder?: string
  /** Longest wait for a first view in milliseconds. */
  firstViewMs?: number
  /** Receives the log; default: silent. */
  logTo?: { write: (line: string) => void }
}

export interface TestApp {
  app: App
  db: Db
  http: FastifyInstance
  call: Call
  /** Like `call` for calls that must succeed: returns the body. */
  succeed: ReturnType<typeof succeederOf>
  /** Runs all waiting events and jobs. */
  settle: (options?: SettleOptions) => Promise<void>
  /** `http://127.0.0.1:port`; starts to listen at the first call. */
  listen: () => Promise<string>
  databaseUrl: string
  dataFolder: string
  /** Reads a stream of the storage to its end. */
  read: (stream: Readable) => Promise<Buffer>
  /** Throws if the test stored an event that does not match the contract. */
  close: () => Promise<void>
}

/** The part of a TestApp that histories of payments use. A bench builds its own. */
export type PaymentTest = Pick<TestApp, 'app' | 'db' | 'http' | 'call' | 'succeed' | 'settle'>

const SECRET = 'a secret of the tests, which is long enough'

async function programDomains(): Promise<readonly Domain[]> {
  return (await import('../domains.ts')).domains
}

/**
 * Use in `beforeAll` and close in `afterAll`; opening takes some hundred milliseconds. `const test = await
 * openTestApp(); const { body } = await test.call(renameItem, { params, body }, owner)`
 */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const own = options.domains ?? (await programDomains())
  const domains = [platformDomain(own), ...own]
  const database = options.database ?? (await createTestDatabase())
  const dataFolder = await mkdtemp(join(tmpdir(), 'kaiwa-data-'))
  const config = loadConfig({
    KAIWA_DATA: dataFolder,
    KAIWA_SECRET: SECRET,
    KAIWA_LOG_LEVEL: options.logTo ? 'debug' : (process.env['KAIWA_LOG_LEVEL'] ?? 'silent'),
    KAIWA_ROLES: (options.roles ?? ['api']).join(','),
    KAIWA_DATABASE_CONNECTIONS: '5',
    // Cheap password hashing for tests; a server reachable by others requires the full cost.
    ...(options.env?.['KAIWA_MODE'] === 'server' || options.env?.['HOST'] ? {} : { KAIWA_PASSWORD_MEMORY: '64' }),
    PORT: '0',
    ...options.env,
  })
  const log = openLog(config.logLevel, options.logTo)
  const opened = await openApp(config, database.url, log, domains)
  await prepareQueues(opened.boss, opened.jobs)
  const webFolder = options.webFolder ?? join(dataFolder, 'no-page')
  const http = await openHttp(opened.app, { domains, webFolder, api: true, firstViewMs: options.firstViewMs })
  await http.ready()
  const listen = async (): Promise<string> => {
    if (!http.server.listening) await http.listen({ host: '127.0.0.1', port: 0 })
    return `http://127.0.0.1:${portOf(http)}`
  }
  const roles = options.roles ? await startRoles(options.roles, { ...opened, domains, http }) : null
  if (options.roles) await listen()
  const call = callerOf(http)
  return {
    app: opened.app,
    db: opened.app.db,
    http,
    call,
    succeed: succeederOf(call),
    settle: (settleOptions) => settle(opened, settleOptions),
    listen,
    databaseUrl: database.url,
    dataFolder,
    read: async (stream) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of stream) chunks.push(chunk as Uint8Array)
      return Buffer.concat(chunks)
    },
    close: async () => {
      await roles?.stop()
      await http.close()
      const problem = await checkEvents(opened.app.db).then(
        () => null,
        (error: unknown) => error,
      )
      await opened.close()
      await database.drop()
      await rm(dataFolder, { recursive: true, force: true })
      if (problem) throw problem
    },
  }
}
