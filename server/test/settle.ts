// Runs all waiting work (events, jobs, dead letters) in this process and in order: tests need no sleep and see every
// failure.
import { sql } from 'kysely'
import type { JobWithMetadata } from 'pg-boss'
import { relayOne } from '../platform/events/relay.ts'
import type { JsonObject } from '../platform/json.ts'
import { attempt, giveUp } from '../platform/jobs/attempt-job.ts'
import { DEAD_LETTERS, SCHEMA } from '../platform/jobs/boss.ts'
import type { OpenApp } from '../platform/open-app.ts'

export interface SettleOptions {
  /** Also runs work scheduled for later: retries and jobs with `startAfter`. */
  now?: boolean
  /** Does not throw failures that are part of the test. */
  failures?: 'expected'
  /** Jobs of these names stay queued, because their work is long and irrelevant for the test. */
  leaving?: readonly string[]
}

const never = new AbortController().signal

/** Resolves when no work is left. Throws the first failure of a job or handler unless failures are expected. */
export async function settle(
  { app, boss, jobs, subscriptions }: OpenApp,
  { now = false, failures, leaving = [] }: SettleOptions = {},
): Promise<void> {
  const fail = (what: string, cause: unknown): void => {
    if (failures !== 'expected') throw new Error(what, { cause })
  }
  const claim = async (name: string): Promise<JobWithMetadata<JsonObject> | undefined> =>
    (await boss.fetch<JsonObject>(name, { includeMetadata: true, ignoreStartAfter: now }))[0]
  // One query instead of a claim of each of the many queues, which are mostly empty.
  const findFilledQueues = async (): Promise<ReadonlySet<string>> => {
    const waiting = sql<{ name: string }>`select distinct name from ${sql.id(SCHEMA, 'job')}
      where state < 'active' and (${now} or start_after <= now())`
    return new Set((await waiting.execute(app.db)).rows.map(({ name }) => name))
  }

  const runHandlers = async (): Promise<void> => {
    while (await relayOne(app, subscriptions));
    const failed = await app.db
      .selectFrom('events')
      .select(['type', 'last_error'])
      .where('last_error', 'is not', null)
      .executeTakeFirst()
    if (failed) fail(`A handler of ${failed.type} failed`, failed.last_error)
  }

  const runJobs = async (): Promise<boolean> => {
    let didWork = false
    let filled = await findFilledQueues()
    for (const job of jobs) {
      const claimed = filled.has(job.name) && !leaving.includes(job.name) ? await claim(job.name) : undefined
      if (!claimed) continue
      didWork = true
      const result = await attempt(app, boss, job, { ...claimed, signal: claimed.signal ?? never }, never)
      if (result.outcome === 'done') await boss.complete(job.name, claimed)
      if (result.outcome === 'failed') fail(`The job ${job.name} failed`, result.error)
      // A job creates jobs of other queues.
      filled = await findFilledQueues()
    }
    const letter = filled.has(DEAD_LETTERS) ? await claim(DEAD_LETTERS) : undefined
    if (!letter) return didWork
    await giveUp(app, jobs, letter)
    await boss.complete(DEAD_LETTERS, letter)
    return true
  }

  do await runHandlers()
  while (await runJobs())
}
