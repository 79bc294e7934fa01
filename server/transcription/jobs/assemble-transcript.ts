import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import { compose, type Composition, languageHeard } from '../compose.ts'
import { failFile } from '../fail-file.ts'
import { failRun, failureOfJob, MOST_DEATHS } from '../fail-run.ts'
import type { HeardChunk } from '../heard-chunk.ts'
import { notes } from '../note.ts'
import { publish } from '../publish.ts'
import { lockRun, type Run, type RunningFile } from '../run.ts'
import { chunkTotals, heardChunks } from '../store.ts'

/** Below this confidence, speakers found by the classical method are marked as uncertain. */
const UNCERTAIN = 0.5

export const assembleTranscript = job<Run>({
  name: 'transcription.assemble',
  concurrency: 1,
  retries: 4,
  timeout: 3600,
  unique: 'exclusive',
  priority: 10,
  giveUp: (run, { app, reason }) => failRun(app, run, failureOfJob(reason)),
  run: async (run, { app, attempt }) => {
    if (attempt > MOST_DEATHS) return failRun(app, run, 'transcript-failed')
    const file = await app.db.selectFrom('files').selectAll().where('id', '=', run.file_id).executeTakeFirst()
    if (!file || file.run !== run.run || file.status !== 'processing') return
    const chunks = await heardChunks(app.db, run.file_id)
    const language = languageOf(file, chunks)
    const heard = chunks.some(({ words }) => words.length > 0)
    const composition = heard
      ? await compose(chunks, {
          language,
          speakers: file.num_speaker,
          separateChannels: file.has_separate_channels,
        })
      : null
    await conclude(app, run, chunks, composition)
  },
})

/** The requested language, otherwise the detected one, otherwise Japanese. */
const languageOf = (file: RunningFile, chunks: readonly HeardChunk[]): 'ja' | 'en' => {
  if (file.language === 'ja' || file.language === 'en') return file.language
  return languageHeard(chunks) === 'en' ? 'en' : 'ja'
}

const conclude = (app: App, run: Run, chunks: readonly HeardChunk[], composition: Composition | null): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
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

/** Returns at most one note: the most important one for the reader. */
const noteOf = (file: RunningFile, composition: Composition, failedChunks: number) => {
  if (failedChunks > 0) return notes.partsMissing(failedChunks)
  if (file.language === 'auto' && file.note !== null) return file.note as ReturnType<typeof notes.oneSpeaker>
  if (composition.diarisation === 'none') return notes.oneSpeaker()
  const guessed = composition.diarisation === 'classical' && composition.speakerCount > 1
  return guessed && composition.confidence < UNCERTAIN ? notes.speakersUncertain() : null
}
