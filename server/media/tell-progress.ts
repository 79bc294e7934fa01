import type { App } from '../platform/app.ts'
import { lockRun, type Run } from '../processing/run.ts'
import { updateEstimate } from '../processing/update-estimate.ts'

const EVERY_MILLISECONDS = 2000

/**
 * Stores the progress and speed of the pass every two seconds, so that the estimate is accurate before any chunk is
 * recognised. Until speech is found the progress is that of the speech analysis, afterwards that of the playback files.
 * `told` resolves when no update is pending. If the database is unavailable, one update is lost.
 */
export const tellProgress = (app: App, run: Run, engine: string | null) => {
  const started = performance.now()
  let last = started
  let telling: Promise<void> | null = null
  let [heard, made, hasSpeech] = [0, 0, false]

  const tell = (media_heard: number, media_read: number, media_speed: number): Promise<void> =>
    app.db.transaction().execute(async (trx) => {
      const file = await lockRun(trx, run)
      if (!file) return
      const progress = { media_heard, media_read, media_speed }
      await trx.updateTable('files').set(progress).where('id', '=', file.id).execute()
      await updateEstimate(trx, { ...file, ...progress }, engine)
    })

  const reached = (): void => {
    const now = performance.now()
    const read = hasSpeech ? made : heard
    if (telling || read <= 0 || now - last < EVERY_MILLISECONDS) return
    last = now
    telling = tell(heard, read, (read * 1000) / (now - started))
      .catch((err: unknown) => app.log.warn({ err, file_id: run.file_id }, 'progress update failed'))
      .finally(() => (telling = null))
  }

  return {
    /** Seconds of the recording whose speech was analysed. */
    heard: (seconds: number): void => {
      heard = seconds
      reached()
    },
    /** Seconds of the recording that were made playable. */
    made: (seconds: number): void => {
      made = seconds
      reached()
    },
    /** Called when the first speech is found. */
    spoke: (): void => {
      hasSpeech = true
    },
    told: async (): Promise<void> => {
      await telling
    },
  }
}
