import { reviseCourse } from '@kaiwa/contract/progress.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { fileChannels } from '../tree/store/readers.ts'
import { secondsLeft, speechExpected } from './estimate.ts'
import { RECOGNITION_CONCURRENCY } from './engines/recognition-concurrency.ts'
import { chunkTotals } from './store/speech-chunks.ts'
import { filesWaiting, recognitionCost } from './store/recognition-speed.ts'
import { findCourse, saveCourse } from './store/processing-columns.ts'

const NOT_BEGUN = { transcript_started_at: null, estimate_completed_at: null, progress_share: 0, progress_at: null }

async function saveRevised(trx: Trx, fileId: number, seconds: number) {
  const { course, now } = await findCourse(trx, fileId)
  return saveCourse(trx, fileId, reviseCourse(course, now, seconds))
}

interface Estimated {
  id: number
  project_id: number
  status: string
  duration: number
  prepared_at: Date | null
  media_read: number
  media_heard: number
  media_speed: number
}

/**
 * Recomputes the estimated completion from the measurements and publishes it. The progress continues from what was shown. A
 * file that is being recorded has no end yet, and no progress. The caller holds the file's row lock.
 * `engine` is the engine that will recognise the file, used while no chunk has been recognised.
 */
export async function updateEstimate(trx: Trx, file: Estimated, engine: string | null = null): Promise<void> {
  const totals = await chunkTotals(trx, file.id)
  const analysed = Math.max(file.media_heard, totals.read_until)
  const mediaLeft = file.prepared_at ? 0 : Math.max(0, file.duration - file.media_read)
  const toCome = file.prepared_at ? 0 : speechExpected(analysed, totals.speech, file.duration)
  const seconds = secondsLeft({
    mediaLeft,
    mediaSpeed: file.media_speed,
    speechLeft: totals.speech_waiting + toCome,
    recognitionCost: await recognitionCost(trx, file.id, engine),
    // Chunks of all files share one queue, ordered by position.
    workers: RECOGNITION_CONCURRENCY / Math.max(1, await filesWaiting(trx)),
  })
  const updated = file.status === 'waiting' ? NOT_BEGUN : await saveRevised(trx, file.id, seconds)
  await publish(trx, {
    type: 'estimation.updated',
    data: {
      project_file_id: file.id,
      transcript_started_at: updated.transcript_started_at?.toISOString() ?? null,
      estimate_completed_at: updated.estimate_completed_at?.toISOString() ?? null,
      progress_share: updated.progress_share,
      progress_at: updated.progress_at?.toISOString() ?? null,
      duration: file.duration,
      block_count: totals.recognised,
    },
    channels: await fileChannels(trx, file),
  })
}
