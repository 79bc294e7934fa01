// A job is data plus an idempotent handler: load, return if there is nothing to do, compute, store.
import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { JsonFields, JsonObject } from '../json.ts'
import type { JobOptions } from './jobs.ts'

export interface JobContext {
  app: App
  /** Aborts when the job is cancelled, times out, or the worker stops. */
  signal: AbortSignal
  log: Logger
  id: string
  /**
   * 0 at first, raised with each later claim: a fencing token against late writes of an attempt that lost its lease.
   */
  attempt: number
  /** True if the job is given up when this attempt throws. */
  isLastTry: () => Promise<boolean>
}

export type Job<Data extends JsonFields<Data> = JsonObject> = JobOptions & {
  /** `domain.verb`; also the name of its queue. */
  name: string
  run: (data: Data, context: JobContext) => Promise<unknown>
  /** Runs after the last attempt failed, for example to set a final state. May run twice too. */
  giveUp?: (data: Data, context: JobContext & { reason: string }) => Promise<unknown>
}

export function job<Data extends JsonFields<Data>>(spec: Job<Data>): Job<Data> {
  return spec
}

/** A job with any type of data, for lists of jobs. */
export type AnyJob = JobOptions & {
  name: string
  run: (data: never, context: JobContext) => Promise<unknown>
  giveUp?: (data: never, context: JobContext & { reason: string }) => Promise<unknown>
}

/** Runs a job repeatedly: five cron fields, in Japan time. */
export interface Schedule {
  job: AnyJob
  cron: string
  data?: JsonObject
}
