import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '../unavailable.ts'
import { type Account, postgresAccount } from './account.ts'
import { openBinaries } from './binaries.ts'
import { databaseName, openCluster } from './cluster.ts'
import { ensureDatabase } from './ensure-database.ts'
import { freePort } from './free-port.ts'
import { lastWords, launch, type Settings } from './launch.ts'
import { claim, release } from './owner.ts'
import { openDataPaths, type DataPaths } from './data-paths.ts'
import { findPostmaster, forgetStranger, type Postmaster } from './postmaster.ts'
import { isAlive, waitForExit } from './processes.ts'

// One PostgreSQL per folder, for any number of starts and processes. A server that already runs there is adopted, also
// if its process was killed. A killed server is restarted as soon as its remaining processes have released the cluster.

export interface PostgresOptions {
  /**
   * Folder of the cluster; becomes a link to /var/lib/kaiwa if root runs this process and PostgreSQL's account cannot
   * enter the folder.
   */
  dataDirectory: string
  /** Folder with `bin/postgres`; default: the npm package of this platform. */
  binariesDirectory?: string
  /** Port on the loopback interface; default (or 0): a free one. A running server keeps its port. */
  port?: number
  /** Override the default settings. The product never turns fsync off; tests may. */
  settings?: Settings
  /** Called when the postmaster was launched: start CPU-heavy work of this thread only then. */
  onLaunch?: () => void
}

export interface RunningPostgres {
  /** postgres://… with the superuser's password, for an existing database. */
  url: string
  port: number
  pid: number
  /** True if the server was already running. */
  adopted: boolean
  /** Calls the listener once when the server has ended, for any reason. */
  onExit: (listener: () => void) => void
  /** Stops the server (fast shutdown) if this process owns it; otherwise only stops using it. */
  stop: () => Promise<void>
}

/** Throws an error with the last lines of PostgreSQL's log if it does not start within half a minute. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const account = await postgresAccount()
  const paths = await openDataPaths(options.dataDirectory, account)
  const binaries = options.binariesDirectory ?? (await openBinaries(paths.folder, account))
  const password = await openCluster(paths, binaries, account)
  const urlAt = (port: number) => `postgres://${databaseName}:${password}@127.0.0.1:${port}/${databaseName}`
  const attempt = async (): Promise<Started | null> => {
    const started = await findOrLaunch(paths, binaries, account, options)
    if (!started) return null
    await ensureDatabase(urlAt(started.postmaster.port))
    return started
  }
  const { postmaster, child } = await persist(attempt, paths.log)
  await claim(paths.owner)
  return handle(paths, postmaster, child, urlAt(postmaster.port))
}

interface Started {
  postmaster: Postmaster
  child: ChildProcess | null
}

async function findOrLaunch(
  paths: DataPaths,
  binaries: string,
  account: Account | null,
  { port, settings = {}, onLaunch }: PostgresOptions,
): Promise<Started | null> {
  const running = await findPostmaster(paths.cluster)
  if (!running) await forgetStranger(paths.cluster)
  const child = running ? null : await launch(paths, { binaries, account, port: port || (await freePort()), settings })
  const pid = running?.pid ?? child?.pid
  if (!pid) throw new Error(`PostgreSQL cannot be run from ${binaries}.`)
  onLaunch?.()
  const postmaster = await whenReady(paths.cluster, pid)
  return postmaster && { postmaster, child }
}

const TIMEOUT = 30_000

// Retries: after a kill -9 a dying server still looks alive for a moment, and its processes still hold shared memory.
async function persist(attempt: () => Promise<Started | null>, log: string): Promise<Started> {
  const end = Date.now() + TIMEOUT
  for (let pause = 50; ; pause = Math.min(pause * 2, 1000)) {
    try {
      const started = await attempt()
      if (started) return started
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > end) throw error
    }
    if (Date.now() > end) throw new Error(`PostgreSQL does not start:\n${await lastWords(log)}`)
    await sleep(pause)
  }
}

/** Waits as long as the process is alive, because a recovery may take long. Null if it ended or is stopping. */
async function whenReady(cluster: string, pid: number): Promise<Postmaster | null> {
  while (isAlive(pid)) {
    const found = await findPostmaster(cluster)
    if (found?.pid === pid && found.status === 'ready') return found
    if (found?.pid === pid && found.status === 'stopping') await waitForExit(pid, TIMEOUT)
    await sleep(10)
  }
  return null
}

function handle(paths: DataPaths, { pid, port }: Postmaster, child: ChildProcess | null, url: string): RunningPostgres {
  return {
    url,
    port,
    pid,
    adopted: child === null,
    onExit: (listener) => {
      if (child && child.exitCode === null && child.signalCode === null) child.once('exit', () => listener())
      else void watch(pid).then(listener)
    },
    stop: async () => {
      if (!(await claim(paths.owner))) return
      await shutDown(pid)
      await release(paths.owner)
    },
  }
}

// An adopted server is not a child process, so its end is detected by polling.
async function watch(pid: number) {
  while (isAlive(pid)) await sleep(200, undefined, { ref: false })
}

// Fast shutdown, then immediate shutdown (recovery at the next start), then SIGKILL.
async function shutDown(pid: number) {
  for (const [signal, milliseconds] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    if (await waitForExit(pid, milliseconds)) return
  }
}
