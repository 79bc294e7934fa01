import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { assembleTranscript } from './jobs/assemble-transcript.ts'
import type { RunningFile } from './run.ts'
import { chunkTotals } from './store.ts'
import { updateEstimate } from './update-estimate.ts'

/**
 * What follows once a chunk is recognised or the media pass has ended: assembly when nothing waits any more, otherwise a
 * truer estimate. The caller holds the file's row, so that of two last steps exactly one sees the other's.
 */
export const advance = async (trx: Trx, app: App, file: RunningFile): Promise<void> => {
  const { waiting } = await chunkTotals(trx, file.id)
  if (file.prepared_at && waiting === 0) {
    await app.jobs.send(trx, assembleTranscript, { file_id: file.id, run: file.run }, { key: `${file.id}:${file.run}` })
  }
  await updateEstimate(trx, file)
}
