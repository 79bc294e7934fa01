// Prepares a recording that was made in a browser. Its sound was read during the upload; if no worker has read it to its end,
// it is read here by the same code. Playback files are made by a separate job, so that they do not delay the transcript.
import { setTimeout as pause } from 'node:timers/promises'
import type { Interval, Probe } from '@kaiwa/media-tools'
import type { FileNote } from '@kaiwa/contract/files.ts'
import { damageNote, mediaNotes, PreparationFailure } from '../../media/preparation-failure.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { failFile } from '../fail-file.ts'
import { sendPreparePlayback } from '../steps/prepare-playback.ts'
import { warmAssembly } from '../steps/warm-assembly.ts'
import { openEngines } from '../engines/open-engines.ts'
import { saveInspection, saveSpeechTrack, setPrepared, setPreparing } from '../store/processing-columns.ts'
import { findRecording } from '../store/recordings.ts'
import { lockRun, type Run, type RunningFile } from '../store/runs.ts'
import { deleteChunksFrom } from '../store/speech-chunks.ts'
import { holdListening } from './hold-listening.ts'
import { storeListened } from './listen.ts'
import type { Listened } from './listened.ts'
import { readRecording } from './read-recording.ts'

/** Milliseconds between two looks at a recording that another worker has. */
export const HELD_POLL_MS = 100
/** All bytes are stored: a read without a byte for this time is an outage. */
export const STORED_IDLE_MS = 30_000

interface Preparing {
  signal: AbortSignal
  isLastTry: boolean
}

/** Whether the file is a recording of a browser. */
export async function isRecorded(app: App, fileId: number): Promise<boolean> {
  return (await findRecording(app.db, fileId)) !== undefined
}

/** Throws PreparationFailure, and errors that another try may not meet. */
export async function prepareRecording(app: App, run: Run, file: RunningFile, preparing: Preparing): Promise<void> {
  void warmAssembly(app, file, preparing.signal)
  const listened = await waitForListened(app, run, file, preparing)
  const problem = problemOf(listened)
  if (problem) throw problem === 'too-long' ? tooLong(app) : problem
  await app.db.transaction().execute(async (trx) => {
    const current = await lockRun(trx, run)
    if (current) await save(trx, app, current, listened)
  })
}

/** The result of the worker that reads the recording, otherwise of reading it here. */
async function waitForListened(
  app: App,
  run: Run,
  file: RunningFile,
  { signal, isLastTry }: Preparing,
): Promise<Listened> {
  for (;;) {
    signal.throwIfAborted()
    const recording = await findRecording(app.db, file.id)
    if (!recording) throw new Error('The recording has no row')
    if (recording.listened) return recording.listened
    if (recording.isListening) await pause(HELD_POLL_MS, undefined, { signal })
    else
      await holdListening(app, file.id, signal, async (held) => {
        const listened = await readRecording(app, run, file, { signal: held, isLastTry, idleMs: STORED_IDLE_MS })
        await storeListened(app, run, listened)
      })
  }
}

/** Why the recording cannot become a transcript. */
function problemOf({ segments, isTooLong, decodedSeconds }: Listened): PreparationFailure | 'too-long' | null {
  if (isTooLong) return 'too-long'
  if (decodedSeconds > 0) return null
  if (segments.some(({ probe }) => probe !== null && probe.audio === null))
    return new PreparationFailure('no-audio-detected')
  const isMedia = segments.some(({ kind }) => kind !== null)
  return new PreparationFailure('pre-processing-failed', isMedia ? mediaNotes.broken() : mediaNotes.notMedia())
}

function tooLong({ config }: App): PreparationFailure {
  return new PreparationFailure('max-file-size-exceeded', mediaNotes.tooLong(config.maxFileMinutes))
}

/** The streams of the first segment that has sound, with the length of all. Replaced when the segments were joined. */
function probeOf({ segments, decodedSeconds }: Listened): Probe {
  const probe = segments.find((segment) => segment.probe?.audio)?.probe
  if (!probe) throw new TypeError('a recording without sound cannot be prepared')
  return { ...probe, duration: decodedSeconds }
}

/** The note about segments that could not be read. */
function noteOf({ segments }: Listened): FileNote | null {
  const parts: Interval[] = segments.filter(({ isBroken }) => isBroken).map(({ end }) => ({ start: end, end }))
  return damageNote({ endsEarly: null, parts })
}

/** The caller holds the file by `lockRun`. */
async function save(trx: Trx, app: App, file: RunningFile, listened: Listened): Promise<void> {
  const probe = probeOf(listened)
  const duration = listened.decodedSeconds
  const { note } = (await openEngines(app)).choose(file)
  const isAudio = !listened.segments.some((segment) => segment.probe?.video)
  await saveInspection(trx, file.id, { probe, duration, isAudio, playsOriginal: false, note })
  await deleteChunksFrom(trx, file.id, listened.chunkCount)
  const { separateChannels } = listened
  await saveSpeechTrack(trx, file.id, { duration, separateChannels, mediaNote: noteOf(listened) })
  await setPreparing(trx, file.id, true)
  if (listened.chunkCount === 0) await failFile(trx, file, 'no-transcript', noteOf(listened))
  else await setPrepared(trx, file.id, true)
  await sendPreparePlayback(trx, app, file.id)
}
