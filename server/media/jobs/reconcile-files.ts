import type { Logger } from 'pino'
import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import { assembleTranscript } from '../../transcription/jobs/assemble-transcript.ts'
import { recogniseChunk } from '../../transcription/jobs/recognise-chunk.ts'
import { lockRun } from '../../transcription/run.ts'
import { prepareMedia } from './prepare-media.ts'
import { preparePlayback, sendPreparePlayback } from './prepare-playback.ts'

/**
 * Every minute: a file that is being processed although no job of it waits or runs (a queue that was restored from an older
 * backup, rows that somebody deleted) is queued again. Where something still runs, the queue refuses the second job.
 */
export const reconcileFiles = job<Record<string, never>>({
  name: 'media.reconcile',
  unique: 'exclusive',
  run: async (_data, { app, log }) => {
    await reconcileRuns(app, log)
    await reconcilePlayback(app, log)
  },
})

const reconcileRuns = async (app: App, log: Logger): Promise<void> => {
  // Files first: a file that ends before its jobs are read is no longer in these states when its job begins.
  const running = await app.db
    .selectFrom('files')
    .select(['id as file_id', 'run'])
    .where('status', 'in', ['uploaded', 'processing'])
    .execute()
  if (running.length === 0) return
  const live = await app.jobs.liveKeys([prepareMedia, recogniseChunk, assembleTranscript])
  const alive = new Set([...live].map((key) => key.split(':', 2).join(':')))
  for (const run of running) {
    const key = `${run.file_id}:${run.run}`
    if (alive.has(key)) continue
    await app.db.transaction().execute(async (trx) => {
      if (!(await lockRun(trx, run))) return
      log.warn({ file_id: run.file_id }, 'a file without a job is queued again')
      await app.jobs.send(trx, prepareMedia, run, { key })
    })
  }
}

const reconcilePlayback = async (app: App, log: Logger): Promise<void> => {
  const files = await app.db.selectFrom('files').select('id').where('is_preparing', '=', true).execute()
  if (files.length === 0) return
  const live = await app.jobs.liveKeys([preparePlayback])
  for (const { id } of files) {
    if (live.has(String(id))) continue
    log.warn({ file_id: id }, 'a recording without speech is queued again for its player')
    await app.db.transaction().execute((trx) => sendPreparePlayback(trx, app, id))
  }
}
