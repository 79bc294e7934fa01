// From the recognised chunks of a file to its transcript. It uses nothing but the database, so that it can run in a thread of
// its own, see assemble.thread.ts.
import type { Db } from '../platform/database/database.ts'
import { compose, type Composition, languageHeard } from './compose.ts'
import { failFile } from './fail-file.ts'
import type { HeardChunk } from './heard-chunk.ts'
import { notes } from './note.ts'
import { publish } from './publish.ts'
import { lockRun, type Run, type RunningFile } from './run.ts'
import { chunkTotals, heardChunks } from './store.ts'

/** Below this the classical method says so. */
const UNCERTAIN = 0.5

/** Ends the run as processed or failed; changes nothing when the run is over. */
export const assemble = async (db: Db, run: Run): Promise<void> => {
  const file = await db.selectFrom('files').selectAll().where('id', '=', run.file_id).executeTakeFirst()
  if (!file || file.run !== run.run || file.status !== 'processing') return
  const chunks = await heardChunks(db, run.file_id)
  const isSpoken = chunks.some(({ words }) => words.length > 0)
  const composition = isSpoken
    ? await compose(chunks, {
        language: languageOf(file, chunks),
        speakers: file.num_speaker,
        separateChannels: file.has_separate_channels,
      })
    : null
  await conclude(db, run, chunks, composition)
}

/** The language that was asked for, else the one that was heard, else the first one of this product. */
const languageOf = (file: RunningFile, chunks: readonly HeardChunk[]): 'ja' | 'en' => {
  if (file.language === 'ja' || file.language === 'en') return file.language
  return languageHeard(chunks) === 'en' ? 'en' : 'ja'
}

const conclude = (db: Db, run: Run, chunks: readonly HeardChunk[], composition: Composition | null): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return
    const { failed, recognised } = await chunkTotals(trx, file.id)
    const engine = chunks[0]?.engine ?? ''
    if (!composition) {
      const reason = recognised === 0 && failed > 0 ? 'transcript-failed' : 'no-transcript'
      return failFile(trx, file, reason, reason === 'no-transcript' ? null : notes.engineFailed(engine))
    }
    await publish(trx, file, composition, engine, noteOf(file, composition, failed))
  })

/** At most one note: the one that a reader must know first. */
const noteOf = (file: RunningFile, composition: Composition, failedChunks: number) => {
  if (failedChunks > 0) return notes.partsMissing(failedChunks)
  if (file.language === 'auto' && file.note !== null) return file.note as ReturnType<typeof notes.oneSpeaker>
  if (composition.diarisation === 'none') return notes.oneSpeaker()
  const guessed = composition.diarisation === 'classical' && composition.speakerCount > 1
  return guessed && composition.confidence < UNCERTAIN ? notes.speakersUncertain() : null
}
