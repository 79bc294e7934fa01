import type { Logger } from 'pino'
import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import { listPreparing } from '../store/processing-columns.ts'
import { listRuns, lockRun } from '../store/runs.ts'
import { assembleTranscript } from './assemble-transcript.ts'
import { detectSpokenLanguage } from './detect-language.ts'
import { prepareMedia } from './prepare-media.ts'
import { preparePlayback, sendPreparePlayback } from './prepare-playback.ts'
import { recogniseChunk } from './recognise-chunk.ts'

/**
 * Every minute: queues a file again that is in processing although no job of it waits or runs (for example after a
 * restore from an older backup, or deleted queue rows). If a job is still running, the queue refuses the duplicate.
 */
export const reconcileFiles = job<Record<string, never>>({
  name: 'media.reconcile',
  unique: 'exclusive',
  run: async (_data, { app, log }) => {
    await reconcileRuns(app, log)
    await reconcilePlayback(app, log)
  },
})

async function reconcileRuns(app: App, log: Logger): Promise<void> {
  // Read the files first: a file that ends before its jobs are read is no longer in these states when its job starts.
  const runs = await listRuns(app.db)
  if (runs.length === 0) return
  const live = await app.jobs.liveKeys([prepareMedia, detectSpokenLanguage, recogniseChunk, assembleTranscript])
  const alive = new Set([...live].map((key) => key.split(':', 2).join(':')))
  for (const run of runs) {
    const key = `${run.file_id}:${run.run}`
    if (alive.has(key)) continue
    await app.db.transaction().execute(async (trx) => {
      if (!(await lockRun(trx, run))) return
      log.warn({ file_id: run.file_id }, 'file in processing without a job: queued again')
      await app.jobs.send(trx, prepareMedia, run, { key })
    })
  }
}

async function reconcilePlayback(app: App, log: Logger): Promise<void> {
  const files = await listPreparing(app.db)
  if (files.length === 0) return
  const live = await app.jobs.liveKeys([preparePlayback])
  for (const { id } of files) {
    if (live.has(String(id))) continue
    log.warn({ file_id: id }, 'recording without playback files and without a job: queued again')
    await app.db.transaction().execute((trx) => sendPreparePlayback(trx, app, id))
  }
}
