// Builds the transcript of a file from its recognised chunks. Uses only the database, so that it can run in a worker
// thread, see assemble.thread.ts.
import type { Db, Trx } from '../../platform/database/database.ts'
import type { FileNote } from '@kaiwa/contract/files.ts'
import { failFile } from '../fail-file.ts'
import { finishRun } from '../finish-file.ts'
import { notes } from '../notes.ts'
import type { RecognisedChunk } from '../recognised-chunk.ts'
import { chunkTotals } from '../store/speech-chunks.ts'
import { failedChunks, recognisedChunks } from '../store/recognised-chunks.ts'
import { findRun, lockRun, type Run, type RunningFile } from '../store/runs.ts'
import { findRecording } from '../store/recordings.ts'
import { recordedSections } from './recorded-sections.ts'
import { toTranscriptTimes } from './recorded-times.ts'
import { type Analyse, compose, type Composition, mainLanguage } from './compose-blocks.ts'
import { randomUUID } from 'node:crypto'
import { speakerReferences } from '../../transcripts/references.ts'
import { saveAutomaticTranscript } from '../../transcripts/store/automatic-transcripts.ts'

/** Below this confidence of the classical method the file gets a note. */
const MIN_CONFIDENCE = 0.5

export interface Assembly {
  run: Run
  /** Ids of engines that number their speakers for the whole recording. */
  wholeRecordingEngines: readonly string[]
}

/** Ends the run as processed or failed; changes nothing if the run has ended. */
export async function assemble(db: Db, { run, wholeRecordingEngines }: Assembly, analyse: Analyse): Promise<void> {
  const file = await findRun(db, run)
  if (!file) return
  const chunks = await recognisedChunks(db, run.file_id)
  const spoken = chunks.filter(({ words }) => words.length > 0)
  const failed = await failedChunks(db, run.file_id)
  const recording = await findRecording(db, run.file_id)
  const composition =
    spoken.length > 0
      ? await compose(chunks, {
          language: languageOf(file, chunks),
          analyse,
          failed,
          speakers: file.num_speaker,
          separateChannels: file.has_separate_channels,
          areSources: recording !== undefined,
          speakerNumbers: spoken.every(({ engine }) => wholeRecordingEngines.includes(engine)) ? 'recording' : 'chunk',
        })
      : null
  if (composition) {
    const sections = recording
      ? recordedSections(composition.blocks, toTranscriptTimes(recording), composition.language)
      : new Map<number, string>()
    return storeResult(db, run, { ...composition, sections, engine: chunks[0]?.engine ?? '' }, chunks)
  }
  await failWithoutWords(db, run, failed)
}

/** The requested language, otherwise the detected one of the file or of its chunks, otherwise Japanese. */
export function languageOf(
  file: Pick<RunningFile, 'language' | 'spoken_language'>,
  chunks: readonly RecognisedChunk[],
): 'ja' | 'en' {
  if (file.language === 'ja' || file.language === 'en') return file.language
  if (file.spoken_language === 'ja' || file.spoken_language === 'en') return file.spoken_language
  return mainLanguage(chunks) === 'en' ? 'en' : 'ja'
}

type Result = Composition & {
  engine: string
  /** Names of sections by the index of their first block. */
  sections: ReadonlyMap<number, string>
}

function storeResult(db: Db, run: Run, result: Result, chunks: readonly RecognisedChunk[]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return
    const { failed } = await chunkTotals(trx, file.id)
    await storeTranscript(trx, file, result)
    const marked = failed + chunks.filter((chunk) => chunk.is_repeating).length
    await finishRun(trx, file, noteOf(file, result, marked))
  })
}

/** Only a recording that was recognised completely has no speech; where chunks failed, a resume may find words. */
function failWithoutWords(db: Db, run: Run, failed: readonly { engine: string | null }[]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return
    if (failed.length === 0) return failFile(trx, file, 'no-transcript')
    const engine = failed.find((chunk) => chunk.engine !== null)?.engine ?? null
    await failFile(trx, file, 'transcript-failed', engine === null ? null : notes.engineFailed(engine))
  })
}

/** At most one note: the most important one for a reader. */
function noteOf(file: RunningFile, composition: Composition, marked: number): FileNote | null {
  if (marked > 0) return notes.partsMissing(marked)
  const media = file.media_note as FileNote | null
  if (media) return media
  if (composition.diarisation === 'none') return notes.oneSpeaker()
  const isGuess = composition.diarisation === 'classical' && composition.confidence < MIN_CONFIDENCE
  return isGuess ? notes.speakersUncertain() : null
}

async function createSpeakers(trx: Trx, file: RunningFile, count: number): Promise<number[]> {
  if (count === 0) return []
  const { workspace_id: workspaceId, project_id: projectId } = file
  return speakerReferences.get().insertAutomatic(trx, { workspaceId, projectId, count })
}

/** Stores the composition as the file's transcript, with new speakers. */
async function storeTranscript(
  trx: Trx,
  file: RunningFile,
  { language, speakerCount, blocks, engine, sections }: Result,
): Promise<void> {
  const speakers = await createSpeakers(trx, file, speakerCount)
  await saveAutomaticTranscript(trx, file.id, {
    language,
    engine,
    blocks: blocks.map(({ start_time, end_time, content, sentiment, speaker, terms }, index) => ({
      uuid: randomUUID(),
      start_time,
      end_time,
      content,
      sentiment,
      speaker_id: speakers[speaker] ?? null,
      section_name: sections.get(index) ?? null,
      terms,
    })),
    original: blocks,
  })
}
