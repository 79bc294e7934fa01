// One attempt at a job, from claim to settlement. If the handler throws, the failure is counted and the job retried
// after a growing delay. An attempt that was stopped (job cancelled, worker shutting down) or postponed is not counted.
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { JsonObject } from '../json.ts'
import { openTimeLimit } from '../time-limit.ts'
import { countJobFailure, findJobFailures } from '../store/job-failures.ts'
import { SCHEMA, timeoutOf } from './boss.ts'
import type { AnyJob, JobContext } from './job.ts'
import { Postponed } from './postponed.ts'

const DEFAULT_RETRIES = 5
const LONGEST_DELAY = 300

/** Seconds before the attempt that follows this number of failures. */
export function delayAfter(failures: number, first = 1): number {
  return Math.min(first * 2 ** (failures - 1), LONGEST_DELAY)
}

export type Claimed = Pick<JobWithMetadata<JsonObject>, 'id' | 'data' | 'retryCount' | 'signal'>

function retriesOf({ retries = DEFAULT_RETRIES }: AnyJob): number {
  return retries
}

async function settleFailure(app: App, boss: PgBoss, job: AnyJob, claimed: Claimed, error: Error): Promise<void> {
  const failures = await countJobFailure(app.db, claimed.id)
  const isLast = failures > retriesOf(job)
  const output = { message: error.message, stack: error.stack ?? '', failures }
  const attempt = { id: claimed.id, retryCount: claimed.retryCount }
  await app.db.transaction().execute(async (trx) => {
    const db = fromKysely(trx)
    // With no retries left, pg-boss moves the failed job to the dead letter queue.
    if (isLast)
      await sql`update ${sql.table(`${SCHEMA}.job`)} set retry_limit = retry_count
        where name = ${job.name} and id = ${claimed.id} and state = 'active'`.execute(trx)
    await boss.fail(job.name, attempt, output, { db })
    if (!isLast)
      await boss.update(job.name, undefined, { id: claimed.id, startAfter: delayAfter(failures, job.retryDelay), db })
  })
}

/** Puts the job back into the queue, to be claimed again later. No effect if the job has been cancelled. */
async function postpone(app: App, boss: PgBoss, job: AnyJob, claimed: Claimed, { seconds }: Postponed): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const db = fromKysely(trx)
    const { id, retryCount } = claimed
    await boss.fail(job.name, { id, retryCount }, { message: 'postponed' }, { db })
    await boss.update(job.name, undefined, { id, startAfter: seconds, db })
  })
}

export type Outcome =
  | { outcome: 'done' }
  | { outcome: 'stopped' }
  | { outcome: 'postponed' }
  | { outcome: 'failed'; error: Error }

/** Runs the handler, settles the job if it fails, and resolves with the outcome. */
export async function attempt(
  app: App,
  boss: PgBoss,
  job: AnyJob,
  claimed: Claimed,
  stopping: AbortSignal,
): Promise<Outcome> {
  const log = app.log.child({ job: job.name, job_id: claimed.id, attempt: claimed.retryCount })
  const limit = openTimeLimit(timeoutOf(job))
  const signal = AbortSignal.any([claimed.signal, stopping, limit.signal])
  const isLastTry = async (): Promise<boolean> => (await findJobFailures(app.db, claimed.id)) >= retriesOf(job)
  const context: JobContext = { app, signal, log, id: claimed.id, attempt: claimed.retryCount, isLastTry }
  const end = app.metrics.jobs.startTimer({ job: job.name })
  try {
    signal.throwIfAborted()
    const cut = new Promise<never>((_, reject) => {
      limit.signal.addEventListener('abort', () => reject(limit.reason), { once: true })
    })
    await Promise.race([job.run(claimed.data as never, context), cut])
    end({ outcome: 'done' })
    return { outcome: 'done' }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    if (claimed.signal.aborted || stopping.aborted) {
      end({ outcome: 'stopped' })
      log.info('job stopped')
      // No effect if the job was cancelled; at a shutdown another worker continues immediately.
      await boss.fail(job.name, { id: claimed.id, retryCount: claimed.retryCount }, { message: 'stopped' })
      return { outcome: 'stopped' }
    }
    if (error instanceof Postponed) {
      end({ outcome: 'postponed' })
      await postpone(app, boss, job, claimed, error)
      return { outcome: 'postponed' }
    }
    end({ outcome: 'failed' })
    log.error({ err: error }, 'job failed')
    await settleFailure(app, boss, job, claimed, error)
    return { outcome: 'failed', error }
  } finally {
    limit.clear()
  }
}

function reasonOf({ sourceOutput }: JobWithMetadata<JsonObject>): string {
  return sourceOutput !== null && 'message' in sourceOutput ? String(sourceOutput.message) : 'the worker died too often'
}

/** Logs a job that is given up, and calls its `giveUp` handler. */
export async function giveUp(app: App, jobs: readonly AnyJob[], letter: JobWithMetadata<JsonObject>): Promise<void> {
  const { sourceName: name, data, signal } = letter
  const id = letter.sourceId ?? letter.id
  const reason = reasonOf(letter)
  // Logged without the job's data: a mail contains a link that signs its reader in.
  app.log.error({ job: name, job_id: id, reason }, 'job given up')
  const job = jobs.find((candidate) => candidate.name === name)
  const log = app.log.child({ job: name, job_id: id })
  const isLastTry = async (): Promise<boolean> => true
  await job?.giveUp?.(data as never, { app, signal, log, id, attempt: letter.sourceRetryCount ?? 0, isLastTry, reason })
}
