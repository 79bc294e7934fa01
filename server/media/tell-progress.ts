import type { App } from '../platform/app.ts'
import { lockRun, type Run } from '../transcription/run.ts'
import { updateEstimate } from '../transcription/update-estimate.ts'

const EVERY_MILLISECONDS = 2000

/**
 * Keeps how far the pass has read and how fast, every two seconds, so that the estimate is true while nothing is recognised
 * yet. `told` resolves when nothing is under way any more; a database that is away for a moment costs one telling.
 */
export const tellProgress = (app: App, run: Run, engine: string | null) => {
  const started = performance.now()
  let last = started
  let telling: Promise<void> | null = null

  const tell = (media_read: number, media_speed: number): Promise<void> =>
    app.db.transaction().execute(async (trx) => {
      const file = await lockRun(trx, run)
      if (!file) return
      await trx.updateTable('files').set({ media_read, media_speed }).where('id', '=', file.id).execute()
      await updateEstimate(trx, { ...file, media_read, media_speed }, engine)
    })

  return {
    /** Seconds of the recording that are read. */
    reached: (seconds: number): void => {
      const now = performance.now()
      if (telling || seconds <= 0 || now - last < EVERY_MILLISECONDS) return
      last = now
      telling = tell(seconds, (seconds * 1000) / (now - started))
        .catch((err: unknown) => app.log.warn({ err, file_id: run.file_id }, 'progress could not be told'))
        .finally(() => (telling = null))
    },
    told: async (): Promise<void> => {
      await telling
    },
  }
}
