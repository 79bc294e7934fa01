// Detects the language of a recording whose language is `auto`, in the first minute of its speech, before its chunks are
// recognised: then the best engine for that language recognises all of them.
import { buffer } from 'node:stream/consumers'
import { detectLanguage, DETECTION_SECONDS } from '@kaiwa/speech'
import { SpeechFailure } from '@kaiwa/speech/speech-failure.ts'
import { UNDETERMINED } from '../../files/store/files.ts'
import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import { MissingObject } from '../../platform/storage/storage.ts'
import { isAffordable } from '../charge.ts'
import { isLanguageOpen } from '../engines/choose-file-engine.ts'
import { openEngines } from '../engines/open-engines.ts'
import { runWhileCurrent } from '../run-while-current.ts'
import { saveSpokenLanguage } from '../store/processing-columns.ts'
import { firstWaitingChunks } from '../store/speech-chunks.ts'
import { findRun, lockRun, type Run, RUN_FAIRNESS, type RunJob } from '../store/runs.ts'
import { enqueueWaitingChunks } from './enqueue-waiting-chunks.ts'

/** Maximum number of chunks to read: a recording may begin with half an hour of music. */
const MAX_CHUNKS = 60

export const detectSpokenLanguage = job<RunJob>({
  name: 'transcription.detect',
  concurrency: 1,
  retries: 6,
  retryDelay: 1,
  timeout: 600,
  unique: 'queued',
  fairness: RUN_FAIRNESS,
  giveUp: (run, { app }) => proceed(app, run, UNDETERMINED),
  run: async (run, { app, signal, log, isLastTry }) => {
    const file = await findRun(app.db, run)
    if (!file || !isLanguageOpen(file)) return
    try {
      const found = await runWhileCurrent(app.db, run, signal, (ended) => detect(app, run, ended))
      // Without enough speech a later call decides: when more of the recording is read, or all of it.
      if (found === null && !file.prepared_at) return
      await proceed(app, run, found ?? UNDETERMINED)
    } catch (error) {
      if (signal.aborted) throw error
      if (!(error instanceof SpeechFailure)) throw error
      log.warn({ err: error, file_id: run.file_id }, 'language detection failed')
      if (error.isTemporary && !(await isLastTry())) throw error
      // The recognition of the first chunk fails in the same way, and says why.
      await proceed(app, run, UNDETERMINED)
    }
  },
})

/** The language of the speech so far; null if there is too little of it. */
async function detect(app: App, run: Run, signal: AbortSignal): Promise<string | null> {
  const file = await findRun(app.db, run)
  if (!file) return null
  // The minutes are charged when the first chunk is claimed; without enough of them nothing is recognised before.
  if (!(await app.db.transaction().execute((trx) => isAffordable(trx, file)))) return UNDETERMINED
  const engines = await openEngines(app)
  const choice = engines.choose(file)
  if (!choice.engine) return UNDETERMINED
  const chunks = await firstWaitingChunks(app.db, run.file_id, MAX_CHUNKS)
  const { language, seconds } = await detectLanguage(
    choice.engine,
    engines.voiceActivity,
    readChunks(app, chunks),
    signal,
  )
  return seconds >= DETECTION_SECONDS || file.prepared_at || chunks.length === MAX_CHUNKS
    ? (language ?? UNDETERMINED)
    : null
}

async function* readChunks(app: App, chunks: readonly { storage_key: string }[]): AsyncGenerator<Uint8Array> {
  for (const { storage_key: key } of chunks) {
    try {
      yield await buffer(await app.storage.get(key))
    } catch (error) {
      // The chunk is left out of the transcript, too.
      if (!(error instanceof MissingObject)) throw error
    }
  }
}

/** Stores the language and queues all chunks. */
function proceed(app: App, run: Run, language: string): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file || !isLanguageOpen(file)) return
    await saveSpokenLanguage(trx, file.id, language)
    await enqueueWaitingChunks(trx, app, file)
  })
}
