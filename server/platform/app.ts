import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './database/database.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Metrics } from './metrics.ts'
import type { Mail } from './mail/mail.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { Storage } from './storage/storage.ts'
import type { Threads } from './threads/threads.ts'
import type { WorkFolders } from './work-folders.ts'

/** Everything that operations, jobs and event handlers may use. One per process. */
export interface App {
  config: Config
  log: Logger
  db: Db
  jobs: Jobs
  storage: Storage
  work: WorkFolders
  mail: Mail
  realtime: Realtime
  metrics: Metrics
  threads: Threads
}
