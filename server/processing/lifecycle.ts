// The lifecycle of a recording. A state is the status of the file with the status of its transcript. The table lists all
// transitions; store/transitions.ts refuses any other change. Pure.
import type { FileStatus, ProjectFile } from '@kaiwa/contract/files.ts'

export type TranscriptStatus = ProjectFile['transcript']['status']

/** `none`: the file has no transcript yet. */
export type State = `${FileStatus}/${TranscriptStatus | 'none'}`

export type LifecycleEvent =
  /** A worker reads the recording while it is uploaded. Repeated when the job is repeated. */
  | 'listen'
  /** Another language was chosen while it is being recorded: it is read again from its beginning. */
  | 'listen-again'
  /** The last byte of an uploaded file has arrived. */
  | 'start'
  /** The last byte of a recording has arrived. Its run continues. */
  | 'stop'
  /** A job takes the file up. Repeated when the job is repeated. */
  | 'begin'
  | 'finish'
  | 'fail'
  | 'cancel'
  /** Resume, or recognise again. */
  | 'retry'
  /** A transcript is about to be imported: the file gets one if it has none. */
  | 'open-import'
  | 'import'

/**
 * `upload`: the upload of the recording. `worker`: a job of the current run. `person`: a user whom policy.ts
 * allows it.
 */
export type Trigger = 'upload' | 'worker' | 'person'

const table: readonly (readonly [from: State, event: LifecycleEvent, by: Trigger, to: State])[] = [
  ['waiting/none', 'start', 'upload', 'uploaded/none'],
  ['waiting/none', 'fail', 'upload', 'failed/none'],

  ['waiting/none', 'listen', 'worker', 'waiting/processing'],
  ['waiting/processing', 'listen', 'worker', 'waiting/processing'],
  ['waiting/none', 'listen-again', 'person', 'waiting/none'],
  ['waiting/processing', 'listen-again', 'person', 'waiting/processing'],
  ['waiting/none', 'stop', 'upload', 'uploaded/none'],
  ['waiting/processing', 'stop', 'upload', 'uploaded/processing'],
  ['waiting/processing', 'fail', 'upload', 'failed/failed'],

  ['uploaded/none', 'begin', 'worker', 'processing/processing'],
  ['uploaded/processing', 'begin', 'worker', 'processing/processing'],
  ['processing/none', 'begin', 'worker', 'processing/processing'],
  ['processing/processing', 'begin', 'worker', 'processing/processing'],
  ['processing/processing', 'finish', 'worker', 'processed/completed'],

  ['uploaded/none', 'fail', 'worker', 'failed/none'],
  ['uploaded/processing', 'fail', 'worker', 'failed/failed'],
  ['processing/none', 'fail', 'worker', 'failed/none'],
  ['processing/processing', 'fail', 'worker', 'failed/failed'],

  ['uploaded/none', 'cancel', 'person', 'canceled/none'],
  ['uploaded/processing', 'cancel', 'person', 'canceled/canceled'],
  ['processing/none', 'cancel', 'person', 'canceled/none'],
  ['processing/processing', 'cancel', 'person', 'canceled/canceled'],

  ['failed/none', 'retry', 'person', 'processing/none'],
  ['failed/failed', 'retry', 'person', 'processing/processing'],
  ['canceled/none', 'retry', 'person', 'processing/none'],
  ['canceled/canceled', 'retry', 'person', 'processing/processing'],
  ['processed/completed', 'retry', 'person', 'processing/processing'],

  ['failed/none', 'open-import', 'person', 'failed/failed'],
  ['failed/failed', 'open-import', 'person', 'failed/failed'],
  ['canceled/none', 'open-import', 'person', 'canceled/canceled'],
  ['canceled/canceled', 'open-import', 'person', 'canceled/canceled'],
  ['processed/completed', 'open-import', 'person', 'processed/completed'],
  ['failed/failed', 'import', 'person', 'processed/completed'],
  ['canceled/canceled', 'import', 'person', 'processed/completed'],
  ['processed/completed', 'import', 'person', 'processed/completed'],
]

/** Events that raise the file's run number where its status changes, so that jobs of an older run cannot write any more. */
const ENDS_RUN: ReadonlySet<LifecycleEvent> = new Set(['start', 'cancel', 'retry', 'import'])

/** Events that raise it always. */
const ALWAYS_ENDS_RUN: ReadonlySet<LifecycleEvent> = new Set(['listen-again'])

export interface Transition {
  /** Null if the event leaves the file's status as it is. */
  status: FileStatus | null
  /** Null if the event leaves the transcript's status as it is. */
  transcriptStatus: TranscriptStatus | null
  endsRun: boolean
}

/** The transition of an event; null if the table does not have it. */
export function findTransition(from: State, event: LifecycleEvent, by: Trigger): Transition | null {
  const row = table.find((one) => one[0] === from && one[1] === event && one[2] === by)
  if (!row) return null
  const [before, after] = [partsOf(from), partsOf(row[3])]
  const isFileChanged = after.file !== before.file
  const isTranscriptChanged = after.transcript !== 'none' && after.transcript !== before.transcript
  return {
    status: isFileChanged ? after.file : null,
    transcriptStatus: isTranscriptChanged ? (after.transcript as TranscriptStatus) : null,
    endsRun: (isFileChanged && ENDS_RUN.has(event)) || ALWAYS_ENDS_RUN.has(event),
  }
}

function partsOf(state: State) {
  const [file, transcript] = state.split('/') as [FileStatus, TranscriptStatus | 'none']
  return { file, transcript }
}
