import type { App } from '../../platform/app.ts'
import { saveProgress } from '../store/processing-columns.ts'
import { lockRun, type Run } from '../store/runs.ts'
import { updateEstimate } from '../update-estimate.ts'

const INTERVAL_MS = 2000

/**
 * Stores the progress and speed of the pass every two seconds, and publishes the estimate that follows from them, so that
 * it is accurate before any chunk is recognised. Until speech is found the progress is that of the speech analysis,
 * afterwards that of the playback files. If the database is unavailable, one update is lost.
 */
export function publishProgress(app: App, run: Run, engine: string | null) {
  const startedAt = performance.now()
  let publishedAt = startedAt
  let pending: Promise<void> | null = null
  let [analysedSeconds, playableSeconds, hasSpeech] = [0, 0, false]

  const save = (media_heard: number, media_read: number, media_speed: number): Promise<void> =>
    app.db.transaction().execute(async (trx) => {
      const file = await lockRun(trx, run)
      if (!file) return
      const progress = { media_heard, media_read, media_speed }
      await saveProgress(trx, file.id, progress)
      await updateEstimate(trx, { ...file, ...progress }, engine)
    })

  const publish = (): void => {
    const now = performance.now()
    const read = hasSpeech ? playableSeconds : analysedSeconds
    if (pending || read <= 0 || now - publishedAt < INTERVAL_MS) return
    publishedAt = now
    pending = save(analysedSeconds, read, (read * 1000) / (now - startedAt))
      .catch((err: unknown) => app.log.warn({ err, file_id: run.file_id }, 'progress update failed'))
      .finally(() => (pending = null))
  }

  return {
    /** Seconds of the recording whose speech was analysed. */
    onAnalysed: (seconds: number): void => {
      analysedSeconds = seconds
      publish()
    },
    /** Seconds of the recording that were made playable. */
    onPlayable: (seconds: number): void => {
      playableSeconds = seconds
      publish()
    },
    /** The first speech was found. */
    onSpeech: (): void => {
      hasSpeech = true
    },
    /** Resolves when no update is pending. */
    settle: async (): Promise<void> => {
      await pending
    },
  }
}
