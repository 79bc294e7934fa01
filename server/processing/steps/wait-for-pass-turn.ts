// Keeps media passes in step with recognition. Both use the same processor cores. Passes make running chunks slower, and a
// slow chunk holds its recogniser: a chunk of another workspace then waits for all passes of fifty short files. Therefore,
// while a workspace has enough unrecognised chunks, each chunk that starts lets one of its passes begin.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { Postponed } from '../../platform/jobs/postponed.ts'
import { RECOGNITION_CONCURRENCY } from '../engines/recognition-concurrency.ts'
import { findPassState, isOneUnpaced } from '../store/pass-turns.ts'
import type { RunJob } from '../store/runs.ts'
import { recogniseChunk } from './recognise-chunk.ts'

export interface Pace {
  /** Passes of a workspace with this number of unrecognised chunks wait for their turn. */
  minWaitingChunks: number
  maxWaitMs: number
}

export const PACE: Pace = {
  // Two unrecognised chunks for each recogniser, so that recognition does not run dry while the next pass runs.
  minWaitingChunks: 2 * RECOGNITION_CONCURRENCY,
  // An engine may need minutes for a chunk; a recording should be playable earlier.
  maxWaitMs: 60_000,
}

const POLL_MS = 250
/** A job that has waited this long has found no free worker. */
const BUSY_SECONDS = 2
const POSTPONED_SECONDS = 1
/** Later attempts wait without being postponed: a postponement raises `attempt`, which also counts crashes of workers. */
const MAX_POSTPONED_ATTEMPT = 5

/** When a pass of a workspace began in this process, by the clock of the database. */
const beginnings = new WeakMap<App, Map<number, Date>>()

interface PassJob {
  queue: { name: string }
  attempt: number
  signal: AbortSignal
}

/**
 * Resolves when the pass may begin, after `maxWaitMs` at the latest, or when the run needs no pass. Throws `Postponed` if a
 * workspace whose passes need not wait finds no worker for any of them.
 */
export async function waitForPassTurn(app: App, run: RunJob, job: PassJob, pace: Pace): Promise<void> {
  const since = performance.now()
  while (performance.now() - since < pace.maxWaitMs && !(await mayBegin(app, run, pace))) {
    if (job.attempt < MAX_POSTPONED_ATTEMPT && (await isWorkerNeeded(app, job, pace)))
      throw new Postponed(POSTPONED_SECONDS)
    await pause(POLL_MS, undefined, { signal: job.signal })
  }
}

async function isWorkerNeeded(app: App, { queue }: PassJob, pace: Pace): Promise<boolean> {
  const starved = (await app.jobs.starvedValues(queue, 'workspace_id', BUSY_SECONDS)).map(Number)
  return starved.length > 0 && (await isOneUnpaced(app.db, starved, pace.minWaitingChunks))
}

async function mayBegin(app: App, run: RunJob, { minWaitingChunks }: Pace): Promise<boolean> {
  const begun = beginnings.get(app) ?? new Map<number, Date>()
  beginnings.set(app, begun)
  const last = begun.get(run.workspace_id)
  const { now, needsPass, unrecognised } = await findPassState(app.db, run, minWaitingChunks)
  if (!needsPass) return true
  const isPaced = unrecognised >= minWaitingChunks
  if (isPaced && last && !(await app.jobs.hasStartedSince(recogniseChunk, 'workspace_id', run.workspace_id, last)))
    return false
  // Another pass began after the same chunk.
  if (isPaced && begun.get(run.workspace_id) !== last) return false
  begun.set(run.workspace_id, now)
  // The first pass of a paced workspace only records its time, and waits for the next chunk to start.
  return !isPaced || last !== undefined
}
