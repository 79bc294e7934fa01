// Inserts a chunk and, if an engine is available, queues its job in the same transaction. This happens as soon as the
// chunk is cut, so that the first words are readable while the media pass is still running. While the language of the
// recording is open, only its detection is queued.
import { DETECTION_SECONDS } from '@kaiwa/speech'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { isLanguageOpen } from '../engines/choose-file-engine.ts'
import { addChunk, chunkTotals, type NewChunk } from '../store/speech-chunks.ts'
import { lockRun, type Run, type RunJob, toRunJob } from '../store/runs.ts'
import { detectSpokenLanguage } from './detect-language.ts'
import { enqueueRecognition } from './enqueue-waiting-chunks.ts'

/** Returns false if this run of the file has ended. */
export function enqueueChunk(app: App, run: Run, chunk: NewChunk, hasEngine: boolean): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return false
    const row = await addChunk(trx, file.id, chunk)
    if (!hasEngine || row.status !== 'waiting') return true
    if (!isLanguageOpen(file)) await enqueueRecognition(trx, app, toRunJob(file), row)
    else if ((await chunkTotals(trx, file.id)).speech >= DETECTION_SECONDS)
      await enqueueDetection(trx, app, toRunJob(file))
    return true
  })
}

export function enqueueDetection(trx: Trx, app: App, run: RunJob) {
  return app.jobs.send(trx, detectSpokenLanguage, run, { key: `${run.file_id}:${run.run}` })
}
