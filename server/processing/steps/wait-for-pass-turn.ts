// Media passes keep pace with the recognition. Both share the processor, and a chunk that passes slow down keeps its
// recogniser from everybody: fifty short files of one workspace made the chunk of another wait for all of their passes.
// So while enough chunks of a workspace wait, each chunk that starts lets one of its passes begin.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { RECOGNITION_CONCURRENCY } from '../engines/recognition-concurrency.ts'
import { findPassState } from '../store/pass-turns.ts'
import type { RunJob } from '../store/runs.ts'
import { recogniseChunk } from './recognise-chunk.ts'

/** A chunk in each recogniser and a second one after it: the next pass ends before they do. */
export const ENOUGH_CHUNKS = 2 * RECOGNITION_CONCURRENCY
const POLL_MS = 250
/** An engine may need minutes for a chunk; a recording should be playable earlier. */
const MAX_WAIT_MS = 60_000

/** When a pass of a workspace began in this process, by the clock of the database. */
const beginnings = new WeakMap<App, Map<number, Date>>()

/** Resolves when the pass may begin, after a minute at the latest, or when the run needs no pass. */
export async function waitForPassTurn(app: App, run: RunJob, signal: AbortSignal): Promise<void> {
  const since = performance.now()
  while (performance.now() - since < MAX_WAIT_MS && !(await mayBegin(app, run))) {
    await pause(POLL_MS, undefined, { signal })
  }
}

async function mayBegin(app: App, run: RunJob): Promise<boolean> {
  const begun = beginnings.get(app) ?? new Map<number, Date>()
  beginnings.set(app, begun)
  const last = begun.get(run.workspace_id)
  const { now, needsPass, unrecognised } = await findPassState(app.db, run, ENOUGH_CHUNKS)
  if (!needsPass) return true
  const isPaced = unrecognised >= ENOUGH_CHUNKS
  if (isPaced && last && !(await app.jobs.hasStartedSince(recogniseChunk, 'workspace_id', run.workspace_id, last)))
    return false
  // Another pass began after the same chunk.
  if (isPaced && begun.get(run.workspace_id) !== last) return false
  begun.set(run.workspace_id, now)
  return !isPaced || last !== undefined
}
