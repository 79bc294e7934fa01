// The program in its normal setup for measurements: its own PostgreSQL with production settings, each process a child
// process, and a user with a folder. Recordings are uploaded from here; the child does the rest.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FileStatus } from '@kaiwa/contract/files.ts'
import { programEnvironment } from '@kaiwa/processes/program-environment.ts'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import type { App } from '../server/platform/app.ts'
import { loadConfig } from '../server/platform/config.ts'
import { supervisePostgres } from '../server/platform/database/embedded/supervise-postgres.ts'
import { prepareDatabase } from '../server/platform/database/prepare.ts'
import { openLog } from '../server/platform/log.ts'
import { openApp } from '../server/platform/open-app.ts'
import { allDomains, migrationsFolder } from '../server/roles/start-program.ts'
import { createFolder, rootOf, type TestFile } from '../server/test/factories/items.ts'
import { announceRecording } from '../server/test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../server/test/factories/users.ts'

const MAIN = fileURLToPath(new URL('../server/main.mjs', import.meta.url))
const EXIT_WITH_PARENT = new URL('../tools/exit-with-parent.mjs', import.meta.url).href
const SECRET = 'a secret of the benches, which is long enough'
const POLL_MILLISECONDS = 10

export interface RunningProgram {
  pid: number
  /** `http://127.0.0.1:port` */
  url: string
  /** False after the process has ended, for any reason. */
  isRunning: () => boolean
  stop: () => Promise<void>
}

export interface Bench {
  app: App
  owner: TestOwner
  projectId: number
  /** For input files; deleted with everything else. */
  folder: string
  databaseUrl: string
  /** Starts server/main.mjs with these roles, separated by commas, and waits until it is ready. `more` are further variables. */
  start: (roles: string, more?: Record<string, string>) => Promise<RunningProgram>
  /** Creates a recording with all bytes uploaded; `finish` reports the last byte. */
  announceRecording: (path: string, language: 'ja' | 'en') => Promise<{ file: TestFile; finish: () => Promise<void> }>
  /** Resolves when the file has one of these states. Throws if it fails otherwise, or after an hour. */
  reach: (file: TestFile, wanted: readonly FileStatus[]) => Promise<void>
  close: () => Promise<void>
}

/** Starts a program with these variables, as `npm start` does; resolves when it reports ready. */
export async function startMain(env: Record<string, string | undefined>): Promise<RunningProgram> {
  const child = spawn(process.execPath, ['--import', EXIT_WITH_PARENT, MAIN], {
    env: programEnvironment({ ...process.env, ...env }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /ready at http:\/\/localhost:(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    return {
      pid: child.pid!,
      url: `http://127.0.0.1:${port}`,
      isRunning: () => isRunning(child),
      stop: () => stop(child),
    }
  }
  throw new Error('The program did not start')
}

/** Starts a minimal peer: a file of this folder that gets the database and `args`, and prints its port. */
export async function startPeer(
  file: string,
  databaseUrl: string,
  ...args: readonly string[]
): Promise<{ url: string; stop: () => void }> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, [path, databaseUrl, ...args], {
    env: utf8Environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${line.toString().trim()}`, stop: () => void child.kill() }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function stop(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** A temporary folder that PostgreSQL can enter, which does not run as root. */
export async function openFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-bench-'))
  await chmod(folder, 0o755)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

interface BenchOptions {
  /** Folder of speech models; default none. */
  models?: string
  /** Folder of a database that is not deleted, and is there again for the next run. */
  keep?: string | undefined
}

/**
 * Closes a bench before a signal or an error ends this process: PostgreSQL has its own session and would outlive it. Returns
 * a function that removes the handlers.
 */
function closeBeforeExit(close: () => Promise<void>): () => void {
  const exit = (): void => void close().finally(() => process.exit(1))
  // Also the rejection of `openBench`, which no measurement catches.
  const fail = (error: Error): void => {
    console.error(error)
    exit()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, exit)
  process.once('uncaughtException', fail)
  return () => {
    for (const signal of signals) process.off(signal, exit)
    process.off('uncaughtException', fail)
  }
}

export async function openBench({ models, keep }: BenchOptions = {}): Promise<Bench> {
  const { folder, remove } = await openFolder()
  if (keep !== undefined) await mkdir(keep, { recursive: true })
  const starting = supervisePostgres({ dataDirectory: join(keep ?? folder, 'postgres') })
  /** Resources in the order in which they were opened; they are closed in reverse order. */
  const closers: (() => Promise<void>)[] = [
    async () => endProcessHandlers(),
    remove,
    () => starting.then((postgres) => postgres.stop()).catch(() => {}),
  ]
  const closeAll = async (): Promise<void> => {
    for (const closer of closers.toReversed()) await closer()
  }
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => (closing ??= closeAll())
  const endProcessHandlers = closeBeforeExit(close)

  const postgres = await starting
  const env = {
    KAIWA_DATA: join(folder, 'data'),
    KAIWA_SECRET: SECRET,
    KAIWA_DEMO: 'off',
    KAIWA_LOG_LEVEL: 'error',
    KAIWA_MODELS: models ?? join(folder, 'no-models'),
    KAIWA_MODEL_DOWNLOAD: 'off',
    DATABASE_URL: postgres.url,
    PORT: '0',
  }
  const log = openLog('error')
  const jobs = allDomains.flatMap((domain) => domain.jobs ?? [])
  await prepareDatabase(postgres.url, migrationsFolder, jobs, log)
  const opened = await openApp(loadConfig({ ...env, KAIWA_ROLES: 'api' }), postgres.url, log, allDomains)
  closers.push(() => opened.close())
  const { app } = opened
  const owner = await createOwner(app.db)
  const target = await createFolder(app.db, rootOf(owner), { creator: owner })

  return {
    app,
    owner,
    projectId: target.projectId,
    folder,
    databaseUrl: postgres.url,
    start: async (roles, more = {}) => {
      const program = await startMain({ ...env, ...more, KAIWA_ROLES: roles })
      closers.push(program.stop)
      return program
    },
    announceRecording: (path, language) => announceRecording({ app }, target, path, { creator: owner, language }),
    reach: (file, wanted) =>
      waitUntil(async () => {
        const { status, failed_reason } = await app.db
          .selectFrom('files')
          .select(['status', 'failed_reason'])
          .where('id', '=', file.id)
          .executeTakeFirstOrThrow()
        if (wanted.includes(status as FileStatus)) return true
        if (status === 'failed' || status === 'canceled') throw new Error(`The recording failed: ${failed_reason}`)
        return false
      }),
    close,
  }
}

/** Polls until `isSo` returns true; throws after an hour. */
export async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 3_600_000; await pause(POLL_MILLISECONDS)) {
    if (await condition()) return
  }
  throw new Error('An hour was not enough')
}
