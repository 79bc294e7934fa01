// A chunk becomes a row and, where an engine is there, a job, in one transaction: as soon as it is cut, so that the first
// words can be read while the media pass still runs.
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { recogniseChunk } from './jobs/recognise-chunk.ts'
import { lockRun, type Run } from './run.ts'
import { addChunk, type NewChunk, waitingChunks } from './store.ts'

const queue = (trx: Trx, app: App, run: Run, chunk: { id: number; position: number }) =>
  app.jobs.send(
    trx,
    recogniseChunk,
    { ...run, chunk_id: chunk.id },
    // Earlier positions first, whatever file they belong to: a short file does not wait for the end of a long one.
    { key: `${run.file_id}:${run.run}:${chunk.position}`, priority: -chunk.position },
  )

/** False when this run of the file is over. */
export const enlistChunk = (app: App, run: Run, chunk: NewChunk, hasEngine: boolean): Promise<boolean> =>
  app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return false
    const row = await addChunk(trx, file.id, chunk)
    if (hasEngine && row.status === 'waiting') await queue(trx, app, run, row)
    return true
  })

/** Queues every chunk that still waits: for a run that finds the recording already prepared. */
export const enlistWaiting = async (trx: Trx, app: App, run: Run): Promise<void> => {
  for (const chunk of await waitingChunks(trx, run.file_id)) await queue(trx, app, run, chunk)
}
