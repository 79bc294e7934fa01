// Runs all waiting work (events, jobs, dead letters) in this process and in order: tests need no sleep and see every
// failure.
import type { JobWithMetadata } from 'pg-boss'
import { relayOne } from '../platform/events/relay.ts'
import type { JsonObject } from '../platform/json.ts'
import { attempt, giveUp } from '../platform/jobs/attempt-job.ts'
import { DEAD_LETTERS } from '../platform/jobs/boss.ts'
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
    for (const job of jobs) {
      const claimed = leaving.includes(job.name) ? undefined : await claim(job.name)
      if (!claimed) continue
      didWork = true
      const result = await attempt(app, boss, job, { ...claimed, signal: claimed.signal ?? never }, never)
      if (result.outcome === 'done') await boss.complete(job.name, claimed)
      if (result.outcome === 'failed') fail(`The job ${job.name} failed`, result.error)
    }
    const letter = await claim(DEAD_LETTERS)
    if (!letter) return didWork
    await giveUp(app, jobs, letter)
    await boss.complete(DEAD_LETTERS, letter)
    return true
  }

  do await runHandlers()
  while (await runJobs())
}
