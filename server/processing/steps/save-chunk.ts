// Stores the sound of a chunk and its row and, if an engine is available, queues its job in the same transaction. This
// happens as soon as the chunk is cut, so that the first words are readable while the media pass is still running. While
// the language of the recording is open, only its detection is queued.
import type { Segment } from '@kaiwa/media-tools'
import { DETECTION_SECONDS } from '@kaiwa/speech'
import { chunkKey } from '../../media/keys.ts'
import { segmentWav } from '../../media/prepare-pass.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { isLanguageOpen } from '../engines/choose-file-engine.ts'
import { addSpeechSize, setPrepared } from '../store/processing-columns.ts'
import { lockRun, type Run, type RunJob, type RunningFile, toRunJob } from '../store/runs.ts'
import { chunkTotals, deleteChunksFrom, findChunk, insertChunk, saveChunkKey } from '../store/speech-chunks.ts'
import { detectSpokenLanguage } from './detect-language.ts'
import { enqueueRecognition } from './enqueue-waiting-chunks.ts'

interface Cut {
  videoId: string
  segment: Segment
  hasEngine: boolean
}

/** Throws if this run of the file has ended. A chunk that is recognised already is kept, and its sound not stored. */
export async function saveChunk(app: App, run: Run, { videoId, segment, hasEngine }: Cut): Promise<void> {
  const key = chunkKey(videoId, run.run, segment.index)
  const wav = segmentWav(segment)
  if (needsSound(await findChunk(app.db, run.file_id, segment.index), segment, key))
    await app.storage.put(key, wav, { contentType: 'audio/wav' })
  const isStored = await app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return false
    const row = await storeChunk(trx, file, segment, { key, size: wav.length })
    if (hasEngine && row.status === 'waiting') await enqueue(trx, app, file, row)
    return true
  })
  if (!isStored) throw new Error('The run of this file has ended')
}

type Row = NonNullable<Awaited<ReturnType<typeof findChunk>>>

function isSameCut(row: Row, { start, end }: Segment): boolean {
  return row.start_time === start && row.end_time === end
}

function needsSound(row: Row | undefined, segment: Segment, key: string): boolean {
  return !row || !isSameCut(row, segment) || (row.status === 'waiting' && row.storage_key !== key)
}

/**
 * The row of the chunk. If an earlier version cut the recording at other times, its chunks from here on are deleted, and
 * the transcript waits until the recording is cut to its end.
 */
async function storeChunk(trx: Trx, file: RunningFile, segment: Segment, { key, size }: { key: string; size: number }) {
  const found = await findChunk(trx, file.id, segment.index)
  if (!needsSound(found, segment, key) && found) return found
  await addSpeechSize(trx, file.id, size)
  if (found && isSameCut(found, segment)) {
    await saveChunkKey(trx, found.id, key)
    return found
  }
  if (found) {
    await deleteChunksFrom(trx, file.id, segment.index)
    if (file.prepared_at) await setPrepared(trx, file.id, false)
  }
  const envelope = segment.envelopes.map((channel) => Array.from(channel, Math.round))
  return insertChunk(trx, file.id, {
    position: segment.index,
    start_time: segment.start,
    end_time: segment.end,
    storage_key: key,
    envelope: envelope.length > 0 ? envelope : null,
  })
}

async function enqueue(trx: Trx, app: App, file: RunningFile, row: { id: number; position: number }): Promise<void> {
  if (!isLanguageOpen(file)) await enqueueRecognition(trx, app, toRunJob(file), row)
  // A prepared recording is cut again: its rows say nothing about how much sound is stored yet.
  else if (!file.prepared_at && (await chunkTotals(trx, file.id)).speech >= DETECTION_SECONDS)
    await enqueueDetection(trx, app, toRunJob(file))
}

export function enqueueDetection(trx: Trx, app: App, run: RunJob) {
  return app.jobs.send(trx, detectSpokenLanguage, run, { key: `${run.file_id}:${run.run}` })
}
