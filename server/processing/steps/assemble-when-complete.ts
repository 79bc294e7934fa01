import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { assembleTranscript } from './assemble-transcript.ts'
import { type RunningFile, toRunJob } from '../store/runs.ts'
import { chunkTotals } from '../store/speech-chunks.ts'
import { updateEstimate } from '../update-estimate.ts'

/**
 * Called after a chunk is recognised or the media pass has ended: queues the assembly if no chunk is waiting, otherwise
 * updates the estimate. The caller holds the file's row lock, so that of two concurrent last steps exactly one queues
 * the assembly.
 */
export async function assembleWhenComplete(trx: Trx, app: App, file: RunningFile): Promise<void> {
  const { waiting } = await chunkTotals(trx, file.id)
  if (file.prepared_at && waiting === 0) {
    await app.jobs.send(trx, assembleTranscript, toRunJob(file), { key: `${file.id}:${file.run}` })
  }
  await updateEstimate(trx, file)
}
