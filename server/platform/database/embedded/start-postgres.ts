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
import { openPlace, type Place } from './place.ts'
import { findPostmaster, forgetStranger, type Postmaster } from './postmaster.ts'
import { isAlive, waitForExit } from './processes.ts'

// One PostgreSQL per folder, whoever asks and however often. A server that already runs there, be it an orphan of a
// killed program, is adopted; one that was killed is started again as soon as its remains let go of the cluster.

export type PostgresOptions = {
  /** Where the cluster lives; a link to /var/lib/kaiwa when root runs us where PostgreSQL's account cannot enter. */
  dataDirectory: string
  /** Folder with `bin/postgres`; default: the npm package of this platform. */
  binariesDirectory?: string
  /** Port on the loopback; default (or 0): a free one. A running server keeps the port it has. */
  port?: number
  /** Settings over the defaults. The product never turns fsync off; tests may. */
  settings?: Settings
  /** Called as soon as there is a process to wait for: what keeps this thread busy had better begin then. */
  onLaunch?: () => void
}

export type RunningPostgres = {
  /** postgres://… with the superuser's password, to a database that exists. */
  url: string
  port: number
  pid: number
  /** True when it ran already. */
  adopted: boolean
  /** Calls back once when the server is gone, for whatever reason. */
  onExit: (listener: () => void) => void
  /** Stops the server if we own it (fast shutdown); lets go of it if another living process does. */
  stop: () => Promise<void>
}

/** Throws with the last lines of PostgreSQL's log when it does not come up within half a minute. */
export const startPostgres = async (options: PostgresOptions): Promise<RunningPostgres> => {
  const account = await postgresAccount()
  const place = await openPlace(options.dataDirectory, account)
  const binaries = options.binariesDirectory ?? (await openBinaries(place.folder, account))
  const password = await openCluster(place, binaries, account)
  const urlAt = (port: number) => `postgres://${databaseName}:${password}@127.0.0.1:${port}/${databaseName}`
  const attempt = async (): Promise<Started | null> => {
    const started = await findOrLaunch(place, binaries, account, options)
    if (!started) return null
    await ensureDatabase(urlAt(started.postmaster.port))
    return started
  }
  const { postmaster, child } = await persist(attempt, place.log)
  await claim(place.owner)
  return handle(place, postmaster, child, urlAt(postmaster.port))
}

type Started = { postmaster: Postmaster; child: ChildProcess | null }

const findOrLaunch = async (
  place: Place,
  binaries: string,
  account: Account | null,
  { port, settings = {}, onLaunch }: PostgresOptions,
): Promise<Started | null> => {
  const running = await findPostmaster(place.cluster)
  if (!running) await forgetStranger(place.cluster)
  const child = running ? null : await launch(place, { binaries, account, port: port || (await freePort()), settings })
  const pid = running?.pid ?? child?.pid
  if (!pid) throw new Error(`PostgreSQL cannot be run from ${binaries}.`)
  onLaunch?.()
  const postmaster = await whenReady(place.cluster, pid)
  return postmaster && { postmaster, child }
}

const patience = 30_000

// After a kill -9 a dying server still looks alive, and its processes hold its memory for a moment: both pass.
const persist = async (attempt: () => Promise<Started | null>, log: string): Promise<Started> => {
  const end = Date.now() + patience
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

/** Waits as long as the process lives (a recovery may take its time); null when it ended or is stopping. */
const whenReady = async (cluster: string, pid: number): Promise<Postmaster | null> => {
  while (isAlive(pid)) {
    const found = await findPostmaster(cluster)
    if (found?.pid === pid && found.status === 'ready') return found
    if (found?.pid === pid && found.status === 'stopping') await waitForExit(pid, patience)
    await sleep(10)
  }
  return null
}

const handle = (place: Place, { pid, port }: Postmaster, child: ChildProcess | null, url: string): RunningPostgres => ({
  url,
  port,
  pid,
  adopted: child === null,
  onExit: (listener) => {
    if (child && child.exitCode === null && child.signalCode === null) child.once('exit', () => listener())
    else void watch(pid).then(listener)
  },
  stop: async () => {
    if (!(await claim(place.owner))) return
    await shutDown(pid)
    await release(place.owner)
  },
})

// A server that we adopted is not our child: the system does not tell us of its end.
const watch = async (pid: number) => {
  while (isAlive(pid)) await sleep(200, undefined, { ref: false })
}

// Fast shutdown, then immediate (recovers at the next start), then none too polite.
const shutDown = async (pid: number) => {
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
