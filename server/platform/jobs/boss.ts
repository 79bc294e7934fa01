// Configuration of pg-boss: a killed worker is detected after ten seconds without a heartbeat, and its job starts again
// immediately. Failures of handlers are counted and delayed by attempt-job.ts; deaths of workers are not counted there.
import { createHash } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { AnyJob } from './job.ts'

export const SCHEMA = 'pgboss'
/** NOTIFY name by which pg-boss announces jobs; the payload is the name of the queue. */
export const JOB_NOTIFY = `pgboss_${createHash('sha224').update(SCHEMA).digest('hex').slice(0, 24)}`
/** Queue for jobs whose last attempt failed. */
export const DEAD_LETTERS = 'dead-letters'
const HEARTBEAT = 10
/** Number of worker deaths that one job survives; after more, the job itself is considered to be the cause. */
const DEATHS = 100
const DEFAULT_TIMEOUT = 15 * 60
/**
 * Further options of the driver's pool. A connection that has used all queues keeps their plans, some 2 MB; a new one
 * takes some milliseconds. Its commits do not wait for the disk: after a crash of the database, a job whose claim or end was
 * lost runs again, as after a crash of its worker. Jobs are sent by other connections, whose commits wait.
 */
const POOL = { maxLifetimeSeconds: 60, options: '-c synchronous_commit=off' }

export function timeoutOf({ timeout = DEFAULT_TIMEOUT }: AnyJob): number {
  return timeout
}

/**
 * `migrate` creates or updates pg-boss's own schema; `supervise` monitors heartbeats; `schedule` sends scheduled jobs.
 * The workers listen themselves (work.ts).
 */
export function openBoss(
  url: string,
  log: Logger,
  options: { migrate: boolean; supervise: boolean; schedule: boolean },
): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'kaiwa jobs',
    schema: SCHEMA,
    // Its statements take a millisecond each; a connection takes 7 MB.
    max: 2,
    ...POOL,
    migrate: options.migrate,
    supervise: options.supervise,
    schedule: options.schedule,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 5,
    reindex: options.supervise,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue error, retrying'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'))
  return boss
}

function policyOf({ unique }: AnyJob): string {
  return unique === 'exclusive' ? 'exclusive' : unique === 'queued' ? 'short' : 'standard'
}

function settingsOf(job: AnyJob) {
  return {
    retryLimit: DEATHS,
    retryDelay: 0,
    retryBackoff: false,
    // attempt-job.ts enforces the job's own timeout first and counts it as a failure; this one is for a process that
    // hangs completely.
    expireInSeconds: timeoutOf(job) + 60,
    heartbeatSeconds: HEARTBEAT,
    deadLetter: DEAD_LETTERS,
    deleteAfterSeconds: 24 * 60 * 60,
    notify: true,
  }
}

/**
 * The order of a queue depends on the jobs that started lately; without an index it would read a whole day of completed
 * jobs. One transaction with a lock, because two processes may start at the same time.
 */
const STARTED_INDEX = `
  select pg_advisory_xact_lock(hashtext('kaiwa job_common_started'));
  create index if not exists job_common_started on ${SCHEMA}.job_common (name, started_on) where started_on is not null`

/** Creates a queue for every job. Refuses to start if jobs are waiting that have no handler. */
export async function prepareQueues(boss: PgBoss, jobs: readonly AnyJob[]): Promise<void> {
  const names = new Set(jobs.map(({ name }) => name))
  if (names.size !== jobs.length) throw new Error('Two jobs have the same name')
  const unhandled = jobs.find(({ run }) => typeof run !== 'function')
  if (unhandled) throw new Error(`The job ${unhandled.name} has no handler`)
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!known.has(DEAD_LETTERS))
    await boss.createQueue(DEAD_LETTERS, { retryLimit: 10, retryBackoff: true, notify: true })
  await boss.getDb().executeSql(STARTED_INDEX)
  for (const job of jobs) {
    const queue = known.get(job.name)
    const policy = policyOf(job)
    if (queue && queue.policy !== policy) await boss.deleteQueue(job.name)
    if (!queue || queue.policy !== policy) await boss.createQueue(job.name, { ...settingsOf(job), policy })
    else if (queue.expireInSeconds !== timeoutOf(job) + 60) await boss.updateQueue(job.name, settingsOf(job))
  }
}

/** Names of queues with waiting or running jobs although the program has no job with this name. */
export async function orphanedQueues(boss: PgBoss, jobs: readonly AnyJob[]): Promise<string[]> {
  const names = new Set(jobs.map(({ name }) => name))
  const strangers = (await boss.getQueues()).filter(
    ({ name }) => !names.has(name) && name !== DEAD_LETTERS && !name.startsWith('__pgboss__'),
  )
  const waiting = await Promise.all(
    strangers.map(async ({ name }) => ((await boss.findJobs(name, { queued: true })).length > 0 ? [name] : [])),
  )
  return waiting.flat()
}
