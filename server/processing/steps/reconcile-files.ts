import type { Logger } from 'pino'
import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import { isLanguageOpen } from '../engines/choose-file-engine.ts'
import { growingUpload } from '../live/extension-points.ts'
import { listen } from '../live/listen.ts'
import { startListening } from '../live/start-listening.ts'
import { listPreparing } from '../store/processing-columns.ts'
import { listRecordings } from '../store/recordings.ts'
import { listRuns, lockRun, toRunJob } from '../store/runs.ts'
import { assembleTranscript } from './assemble-transcript.ts'
import { detectSpokenLanguage } from './detect-language.ts'
import { enqueueWaitingChunks } from './enqueue-waiting-chunks.ts'
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
    await reconcileRecordings(app, log)
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

/**
 * Files that are being recorded: reads them again if bytes have arrived since their reader ended, and queues chunks that wait,
 * for example because there were no minutes.
 */
async function reconcileRecordings(app: App, log: Logger): Promise<void> {
  const recordings = await listRecordings(app.db)
  if (recordings.length === 0) return
  const live = await app.jobs.liveKeys([listen])
  for (const file of recordings) {
    const run = toRunJob(file)
    const state = await growingUpload.get().state(app, file.id)
    const hasGrown = state !== null && state.received > file.listened_bytes
    const isUnread = hasGrown && !live.has(`${file.id}:${file.run}`)
    await app.db.transaction().execute(async (trx) => {
      const current = await lockRun(trx, run)
      if (current?.status !== 'waiting') return
      if (isUnread) {
        log.info({ file_id: file.id }, 'recording has unread bytes: queued')
        await startListening(trx, app, file.id)
      }
      if (!isLanguageOpen(current)) await enqueueWaitingChunks(trx, app, current)
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
