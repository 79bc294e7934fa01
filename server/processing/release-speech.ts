import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { clearSpeechSize } from './store/processing-columns.ts'

/** Maximum number of recordings in one event: an event handler should not need a long transaction. */
const RECORDINGS_PER_EVENT = 500

/**
 * The runs of these files end: the sound of their chunks no longer counts as storage, and is removed after the commit. A
 * later run stores what it needs again. The caller holds the files' row locks.
 */
export async function releaseSpeech(trx: Trx, fileIds: readonly number[]): Promise<void> {
  const all = await clearSpeechSize(trx, fileIds)
  for (let start = 0; start < all.length; start += RECORDINGS_PER_EVENT)
    await publish(trx, {
      type: 'speech.released',
      data: { video_ids: all.slice(start, start + RECORDINGS_PER_EVENT) },
    })
}
