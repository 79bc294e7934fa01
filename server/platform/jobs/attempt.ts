// One attempt at a job, from claim to settlement. A handler that throws is counted and tried again after a growing
// pause; one that was stopped (cancelled, worker shutting down) is not counted.
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { JsonObject } from '../json.ts'
import { SCHEMA, timeoutOf } from './boss.ts'
import type { AnyJob, JobContext } from './job.ts'

const DEFAULT_RETRIES = 5
const LONGEST_DELAY = 300

/** Seconds before attempt number `failures` + 1. */
export const delayAfter = (failures: number, first = 1): number => Math.min(first * 2 ** (failures - 1), LONGEST_DELAY)

export type Claimed = Pick<JobWithMetadata<JsonObject>, 'id' | 'data' | 'retryCount' | 'signal'>

const countFailure = async ({ db }: App, id: string): Promise<number> => {
  const { count } = await db
    .insertInto('job_failures')
    .values({ job_id: id, count: 1 })
    .onConflict((conflict) =>
      conflict
        .column('job_id')
        .doUpdateSet({ count: sql<number>`job_failures.count + 1`, failed_at: sql<Date>`now()` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

const retriesOf = ({ retries = DEFAULT_RETRIES }: AnyJob): number => retries

const failuresOf = async ({ db }: App, id: string): Promise<number> =>
  (await db.selectFrom('job_failures').select('count').where('job_id', '=', id).executeTakeFirst())?.count ?? 0

const settleFailure = async (app: App, boss: PgBoss, job: AnyJob, claimed: Claimed, error: Error): Promise<void> => {
  const failures = await countFailure(app, claimed.id)
  const isLast = failures > retriesOf(job)
  const output = { message: error.message, stack: error.stack ?? '', failures }
  const attempt = { id: claimed.id, retryCount: claimed.retryCount }
  await app.db.transaction().execute(async (trx) => {
    const db = fromKysely(trx)
    // Without a further retry pg-boss moves the failed job to the dead letters by itself.
    if (isLast)
      await sql`update ${sql.table(`${SCHEMA}.job`)} set retry_limit = retry_count
        where name = ${job.name} and id = ${claimed.id} and state = 'active'`.execute(trx)
    await boss.fail(job.name, attempt, output, { db })
    if (!isLast)
      await boss.update(job.name, undefined, { id: claimed.id, startAfter: delayAfter(failures, job.retryDelay), db })
  })
}

export type Outcome = { outcome: 'done' } | { outcome: 'stopped' } | { outcome: 'failed'; error: Error }

/** Runs the handler and settles what went wrong; resolves in every case. */
export const attempt = async (
  app: App,
  boss: PgBoss,
  job: AnyJob,
  claimed: Claimed,
  stopping: AbortSignal,
): Promise<Outcome> => {
  const log = app.log.child({ job: job.name, job_id: claimed.id, attempt: claimed.retryCount })
  const timeout = AbortSignal.timeout(timeoutOf(job) * 1000)
  const signal = AbortSignal.any([claimed.signal, stopping, timeout])
  const isLastTry = async (): Promise<boolean> => (await failuresOf(app, claimed.id)) >= retriesOf(job)
  const context: JobContext = { app, signal, log, id: claimed.id, attempt: claimed.retryCount, isLastTry }
  const end = app.metrics.jobs.startTimer({ job: job.name })
  try {
    signal.throwIfAborted()
    const cut = new Promise<never>((_, reject) => {
      timeout.addEventListener('abort', () => reject(new Error(`took longer than ${timeoutOf(job)} s`)), { once: true })
    })
    await Promise.race([job.run(claimed.data as never, context), cut])
    end({ outcome: 'done' })
    return { outcome: 'done' }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    if (claimed.signal.aborted || stopping.aborted) {
      end({ outcome: 'stopped' })
      log.info('a job was stopped')
      // After a cancellation this changes nothing; at a shutdown another worker goes on at once.
      await boss.fail(job.name, { id: claimed.id, retryCount: claimed.retryCount }, { message: 'stopped' })
      return { outcome: 'stopped' }
    }
    end({ outcome: 'failed' })
    log.error({ err: error }, 'a job failed')
    await settleFailure(app, boss, job, claimed, error)
    return { outcome: 'failed', error }
  }
}

const reasonOf = ({ sourceOutput }: JobWithMetadata<JsonObject>): string =>
  sourceOutput !== null && 'message' in sourceOutput ? String(sourceOutput.message) : 'the worker died too often'

/** Logs a job that is given up and lets its domain tell those who wait. */
export const giveUp = async (app: App, jobs: readonly AnyJob[], letter: JobWithMetadata<JsonObject>): Promise<void> => {
  const { sourceName: name, data, signal } = letter
  const id = letter.sourceId ?? letter.id
  const reason = reasonOf(letter)
  // Without its data: a mail holds a link that signs somebody in.
  app.log.error({ job: name, job_id: id, reason }, 'a job was given up')
  const job = jobs.find((candidate) => candidate.name === name)
  const log = app.log.child({ job: name, job_id: id })
  const isLastTry = async (): Promise<boolean> => true
  await job?.giveUp?.(data as never, { app, signal, log, id, attempt: letter.sourceRetryCount ?? 0, isLastTry, reason })
}
