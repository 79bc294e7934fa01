// Assembles one process: connections, queue, storage, mail, realtime. Its roles decide what runs on top.
import { join } from 'node:path'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import { type Listener, openListener } from './database/listen.ts'
import { openDatabase, openPool } from './database/open-database.ts'
import type { Domain } from './domain.ts'
import { collectSubscriptions, type Subscriptions } from './events/subscription.ts'
import { openBoss } from './jobs/boss.ts'
import type { AnyJob } from './jobs/job.ts'
import { openJobs } from './jobs/open-jobs.ts'
import { openMail } from './mail/send-mail.ts'
import { openMetrics } from './metrics.ts'
import { openRealtime } from './realtime/open-realtime.ts'
import { openStorage } from './storage/open-storage.ts'
import { openThreads } from './threads/threads.ts'
import { openWorkFolders } from './work-folders.ts'

export interface OpenApp {
  app: App
  boss: PgBoss
  jobs: readonly AnyJob[]
  subscriptions: Subscriptions
  /** Opened at the first call, because only some roles need it. */
  listener: () => Listener
  close: () => Promise<void>
}

/** `databaseUrl` must point to a migrated database. */
export async function openApp(
  config: Config,
  databaseUrl: string,
  log: Logger,
  domains: readonly Domain[],
): Promise<OpenApp> {
  const subscriptions = collectSubscriptions(domains)
  const pool = openPool(databaseUrl, { max: config.databaseConnections, name: `kaiwa ${config.roles.join(' ')}`, log })
  const db = openDatabase(pool)
  const jobs = domains.flatMap((domain) => domain.jobs ?? [])
  const boss = openBoss(databaseUrl, log, {
    migrate: false,
    supervise: config.roles.includes('worker') || config.roles.includes('scheduler'),
    schedule: config.roles.includes('scheduler'),
  })
  const work = openWorkFolders(join(config.dataFolder, 'work'))
  // Mail and realtime use the whole app, which is complete only below.
  const whole = (): App => app
  const app: App = {
    config,
    log,
    db,
    jobs: openJobs(boss, db, new Set(jobs.map(({ name }) => name))),
    storage: await openStorage(config, work),
    work,
    mail: openMail(whole),
    realtime: openRealtime(
      config,
      db,
      {
        channels: domains.flatMap((domain) => domain.channels ?? []),
        sessions: domains.find((domain) => domain.sessions)?.sessions,
      },
      whole,
    ),
    metrics: openMetrics(),
    threads: openThreads(databaseUrl, config.logLevel),
  }
  await boss.start()
  let listener: Listener | undefined
  return {
    app,
    boss,
    jobs,
    subscriptions,
    listener: () => (listener ??= openListener(databaseUrl, log)),
    close: async () => {
      await boss.stop({ graceful: true, timeout: 5_000 })
      app.threads.close()
      await listener?.close()
      await db.destroy()
      await work.close()
    },
  }
}
