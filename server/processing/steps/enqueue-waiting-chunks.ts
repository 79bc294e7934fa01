import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { speechRunPrefix } from '../../media/keys.ts'
import { type RunJob, type RunningFile, toRunJob } from '../store/runs.ts'
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

/**
 * Queues every waiting chunk whose sound this run has stored, for a recording that is already prepared or whose language is
 * known. Chunks that are queued already stay as they are.
 */
export async function enqueueWaitingChunks(trx: Trx, app: App, file: RunningFile): Promise<void> {
  const chunks = await waitingChunks(trx, file.id, speechRunPrefix(file.video_id, file.run))
  for (const chunk of chunks) await enqueueRecognition(trx, app, toRunJob(file), chunk)
}
