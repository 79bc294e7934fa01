import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { RunJob } from '../store/runs.ts'
import { waitingChunks } from '../store/speech-chunks.ts'
import { recogniseChunk } from './recognise-chunk.ts'

/** Queues the recognition of a chunk. */
export function enqueueRecognition(trx: Trx, app: App, run: RunJob, chunk: { id: number; position: number }) {
  return app.jobs.send(
    trx,
    recogniseChunk,
    { ...run, chunk_id: chunk.id, position: chunk.position },
    { key: `${run.file_id}:${run.run}:${chunk.position}` },
  )
}

/** Queues every waiting chunk, for a run whose recording is already prepared or whose language is known. */
export async function enqueueWaitingChunks(trx: Trx, app: App, run: RunJob): Promise<void> {
  for (const chunk of await waitingChunks(trx, run.file_id)) await enqueueRecognition(trx, app, run, chunk)
}
