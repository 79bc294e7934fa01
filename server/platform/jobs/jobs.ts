import type { Trx } from '../database/database.ts'
import type { JsonObject } from '../json.ts'

export type JobOptions = {
  /** Jobs of this name that one worker process runs at once; 1 unless told. */
  concurrency?: number
  /**
   * Further attempts after the handler threw; 5 unless told. An attempt that ended because its worker died does not
   * count and is made good at once.
   */
  retries?: number
  /** Seconds before the first further attempt, doubled for each later one up to five minutes; 1 unless told. */
  retryDelay?: number
  /** Seconds after which an attempt is given up; 15 minutes unless told. */
  timeout?: number
  /** Higher goes first. */
  priority?: number
  /**
   * `exclusive`: at most one waiting or running job per key. `queued`: at most one waiting per key, so that a change
   * during a run is not lost. Without it, every send is a job of its own.
   */
  unique?: 'exclusive' | 'queued'
}

/** A job as the queue must know it to send it: what its handler is given is no concern of the sender. */
export type Sendable<Data extends JsonObject> = JobOptions & {
  name: string
  run: (data: Data, context: never) => Promise<unknown>
}

export type SendOptions = {
  /** With `unique`: what must not be queued twice, e.g. the file's id. */
  key?: string
  /** Seconds from now, or the instant at which it may start. */
  startAfter?: number | Date
  priority?: number
}

export type JobCounts = { waiting: number; running: number; failed: number }

export type Jobs = {
  /** Enqueues in the caller's transaction. Returns the job's id, or null when `unique` made it superfluous. */
  send: <Data extends JsonObject>(
    trx: Trx,
    job: Sendable<Data>,
    data: Data,
    options?: SendOptions,
  ) => Promise<string | null>
  /** Cancels waiting and running jobs of this key; a running handler's `signal` aborts. */
  cancel: (trx: Trx, job: { name: string }, key: string) => Promise<void>
  /** Keys of all jobs of these names that wait or run. */
  liveKeys: (jobs: readonly { name: string }[]) => Promise<Set<string>>
  /** Number of waiting and of running jobs by job name. */
  counts: () => Promise<Record<string, JobCounts>>
  /** Rejects when the queue cannot be reached. */
  check: () => Promise<void>
}
