import type { Trx } from '../database/database.ts'
import type { JsonFields } from '../json.ts'

/** How the jobs of a queue share its workers. */
export interface Fairness {
  /** Fields of a job's data: round-robin over the values of the first, within each of them over those of the second … */
  shares: readonly string[]
  /** A number; the smaller is first among jobs of the same shares. */
  order?: string
}

export interface JobOptions {
  /** Maximum of jobs of this name that one worker process runs at the same time; default 1. */
  concurrency?: number
  /**
   * Further jobs of this name that one worker process runs at the same time. One value of the first share has at most
   * `concurrency` of all of them, so that its long jobs do not make those of others wait; needs `fairness`.
   */
  reserved?: number
  /**
   * Number of retries after the handler threw; default 5. An attempt that ended because its worker died is not counted
   * and is repeated immediately.
   */
  retries?: number
  /** Seconds before the first retry, doubled for each later one up to five minutes; default 1. */
  retryDelay?: number
  /** Seconds after which an attempt times out; default 15 minutes. */
  timeout?: number
  /** Higher values run first. */
  priority?: number
  /** Jobs run round-robin over fields of their data, instead of by priority and age. */
  fairness?: Fairness
  /**
   * `exclusive`: at most one waiting or running job per key. `queued`: at most one waiting job per key, so that a
   * change during a run is not lost. Default: every send creates a job.
   */
  unique?: 'exclusive' | 'queued'
}

/** The part of a job that is needed to send it, without the type of its handler's context. */
export type Sendable<Data extends JsonFields<Data>> = JobOptions & {
  name: string
  run: (data: Data, context: never) => Promise<unknown>
}

export interface SendOptions {
  /** With `unique`: the key that must not be queued twice, for example the file's id. */
  key?: string
  /** Seconds from now, or the earliest start time. */
  startAfter?: number | Date
  priority?: number
}

export interface JobCounts {
  waiting: number
  running: number
  failed: number
}

export interface Jobs {
  /** Enqueues in the caller's transaction. Returns the job's id, or null if `unique` made it superfluous. */
  send: <Data extends JsonFields<Data>>(
    trx: Trx,
    job: Sendable<Data>,
    data: Data,
    options?: SendOptions,
  ) => Promise<string | null>
  /** Cancels waiting and running jobs with this key; the `signal` of a running handler aborts. */
  cancel: (trx: Trx, job: { name: string }, key: string) => Promise<void>
  /** Keys of all waiting or running jobs with these names. */
  liveKeys: (jobs: readonly { name: string }[]) => Promise<Set<string>>
  /** True if a job of this name whose data has this value in a field started after a time of the database's clock. */
  hasStartedSince: (job: { name: string }, field: string, value: number, time: Date) => Promise<boolean>
  /**
   * Values of a field of the data: a job of this name with the value has waited for a worker for this number of seconds,
   * and none runs.
   */
  starvedValues: (job: { name: string }, field: string, seconds: number) => Promise<string[]>
  /** Number of waiting and of running jobs by job name. */
  counts: () => Promise<Record<string, JobCounts>>
  /** Rejects if the queue cannot be reached. */
  check: () => Promise<void>
}
