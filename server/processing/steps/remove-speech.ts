// Removes the sound of chunks when the run that stored it has ended. The keys contain the number of the run, and a run that
// has ended never continues, so the removal cannot meet a run that starts at the same time.
import { parseChunkKey, SPEECH, speechPrefix, speechRunPrefix } from '../../media/keys.ts'
import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import { findRunOfRecording } from '../store/runs.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Removes the sound of one recording. Sent by the event of each run that ends. */
export const removeSpeech = job<{ video_id: string }>({
  name: 'transcription.remove-speech',
  retries: 10,
  retryDelay: 5,
  run: ({ video_id }, { app }) => removeEndedSpeech(app, video_id),
})

/**
 * Every hour: removes what a killed worker stored after its run had ended, and the sound that earlier versions kept with
 * every transcript.
 */
export const sweepSpeech = job<Record<string, never>>({
  name: 'transcription.sweep-speech',
  unique: 'exclusive',
  timeout: 3_600,
  run: async (_data, { app, signal }) => {
    const keys = await app.storage.list(SPEECH)
    for (const videoId of new Set(keys.map((key) => parseChunkKey(key).videoId))) {
      signal.throwIfAborted()
      if (UUID.test(videoId)) await removeEndedSpeech(app, videoId)
    }
  },
})

/** Removes the sound of all runs of a recording but the one that is in processing. */
export async function removeEndedSpeech(app: App, videoId: string): Promise<void> {
  // The keys are read first: a run that begins now has stored none of them.
  const keys = await app.storage.list(speechPrefix(videoId))
  if (keys.length === 0) return
  const current = await findRunOfRecording(app.db, videoId)
  if (!current) return app.storage.deletePrefix(speechPrefix(videoId))
  for (const [run, own] of Map.groupBy(keys, (key) => parseChunkKey(key).run)) {
    // Keys of earlier versions name no run: the one in processing may still need them.
    if (current.isRunning && (run === null || run >= current.run)) continue
    if (run !== null) await app.storage.deletePrefix(speechRunPrefix(videoId, run))
    else for (const key of own) await app.storage.delete(key)
  }
}
