// Inserts a chunk and, if an engine is available, queues its job in the same transaction. This happens as soon as the
// chunk is cut, so that the first words are readable while the media pass is still running.
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { addChunk, type NewChunk, waitingChunks } from '../store/speech-chunks.ts'
import { lockRun, type Run, type RunJob, toRunJob } from '../store/runs.ts'
import { recogniseChunk } from './recognise-chunk.ts'

function enqueue(trx: Trx, app: App, run: RunJob, chunk: { id: number; position: number }) {
  return app.jobs.send(
    trx,
    recogniseChunk,
    { ...run, chunk_id: chunk.id, position: chunk.position },
    { key: `${run.file_id}:${run.run}:${chunk.position}` },
  )
}

/** Returns false if this run of the file has ended. */
export function enqueueChunk(app: App, run: Run, chunk: NewChunk, hasEngine: boolean): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return false
    const row = await addChunk(trx, file.id, chunk)
    if (hasEngine && row.status === 'waiting') await enqueue(trx, app, toRunJob(file), row)
    return true
  })
}

/** Queues every waiting chunk, for a run whose recording is already prepared. */
export async function enqueueWaitingChunks(trx: Trx, app: App, run: RunJob): Promise<void> {
  for (const chunk of await waitingChunks(trx, run.file_id)) await enqueue(trx, app, run, chunk)
}
