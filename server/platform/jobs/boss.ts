// pg-boss, set up for our promises: a worker killed without a word is missed after ten seconds of silence, and its job
// starts again at once. Failures of handlers are counted and delayed by us (attempt.ts), deaths are not.
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { AnyJob } from './job.ts'

export const SCHEMA = 'pgboss'
/** Where jobs end whose last attempt failed. */
export const DEAD_LETTERS = 'dead-letters'
const HEARTBEAT = 10
/** Deaths of workers that one job survives; beyond, the job itself is what kills them. */
const DEATHS = 100
const DEFAULT_TIMEOUT = 15 * 60

export const timeoutOf = ({ timeout = DEFAULT_TIMEOUT }: AnyJob): number => timeout

/** `migrate` creates or updates pg-boss's own schema; `supervise` watches over heartbeats; `schedule` sends by the clock. */
export const openBoss = (
  url: string,
  log: Logger,
  options: { migrate: boolean; supervise: boolean; schedule: boolean; listen: boolean },
): PgBoss => {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'kaiwa jobs',
    schema: SCHEMA,
    max: 4,
    migrate: options.migrate,
    supervise: options.supervise,
    schedule: options.schedule,
    useListenNotify: options.listen,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 5,
    reindex: options.supervise,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue will try again'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'))
  return boss
}

const policyOf = ({ unique }: AnyJob): string =>
  unique === 'exclusive' ? 'exclusive' : unique === 'queued' ? 'short' : 'standard'

const settingsOf = (job: AnyJob) => ({
  retryLimit: DEATHS,
  retryDelay: 0,
  retryBackoff: false,
  // Our own timeout comes first and is counted as a failure; this one is for a process that is stuck altogether.
  expireInSeconds: timeoutOf(job) + 60,
  heartbeatSeconds: HEARTBEAT,
  deadLetter: DEAD_LETTERS,
  deleteAfterSeconds: 24 * 60 * 60,
  notify: true,
})

/** Makes a queue for every job, and refuses to start where jobs wait that nobody can carry out. */
export const prepareQueues = async (boss: PgBoss, jobs: readonly AnyJob[]): Promise<void> => {
  const names = new Set(jobs.map(({ name }) => name))
  if (names.size !== jobs.length) throw new Error('Two jobs have the same name')
  const unhandled = jobs.find(({ run }) => typeof run !== 'function')
  if (unhandled) throw new Error(`The job ${unhandled.name} has no handler`)
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!known.has(DEAD_LETTERS))
    await boss.createQueue(DEAD_LETTERS, { retryLimit: 10, retryBackoff: true, notify: true })
  for (const job of jobs) {
    const queue = known.get(job.name)
    const policy = policyOf(job)
    if (queue && queue.policy !== policy) await boss.deleteQueue(job.name)
    if (!queue || queue.policy !== policy) await boss.createQueue(job.name, { ...settingsOf(job), policy })
    else if (queue.expireInSeconds !== timeoutOf(job) + 60) await boss.updateQueue(job.name, settingsOf(job))
  }
}

/** Names of queues in which jobs wait or run although no job of the program has this name. */
export const orphanedQueues = async (boss: PgBoss, jobs: readonly AnyJob[]): Promise<string[]> => {
  const names = new Set(jobs.map(({ name }) => name))
  const strangers = (await boss.getQueues()).filter(
    ({ name }) => !names.has(name) && name !== DEAD_LETTERS && !name.startsWith('__pgboss__'),
  )
  const waiting = await Promise.all(
    strangers.map(async ({ name }) => ((await boss.findJobs(name, { queued: true })).length > 0 ? [name] : [])),
  )
  return waiting.flat()
}
