// A job is data plus a handler that may run twice: load, leave if there is nothing to do, compute, store.
import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { JsonObject } from '../json.ts'
import type { JobOptions } from './jobs.ts'

export type JobContext = {
  app: App
  /** Aborts when the job is cancelled, its time is over, or the worker stops. */
  signal: AbortSignal
  log: Logger
  id: string
  /** 0 at first, one more with each claim after it: fences late writes of an attempt that lost its lease. */
  attempt: number
  /** Whether the job is given up if this attempt throws. */
  isLastTry: () => Promise<boolean>
}

export type Job<Data extends JsonObject = JsonObject> = JobOptions & {
  /** `domain.verb`: also the name of its queue. */
  name: string
  run: (data: Data, context: JobContext) => Promise<unknown>
  /** Runs when the last attempt has failed, so that nobody waits for ever. May run twice too. */
  giveUp?: (data: Data, context: JobContext & { reason: string }) => Promise<unknown>
}

export const job = <Data extends JsonObject>(spec: Job<Data>): Job<Data> => spec

/** A job of whatever data, as lists of jobs hold it. */
export type AnyJob = JobOptions & {
  name: string
  run: (data: never, context: JobContext) => Promise<unknown>
  giveUp?: (data: never, context: JobContext & { reason: string }) => Promise<unknown>
}

/** Runs a job again and again: five cron fields, by Japan's clock. */
export type Schedule = { job: AnyJob; cron: string; data?: JsonObject }
