// Interfaces between the parts of recording: storage, capture, sending, the session that connects them, and the screen.
import type { InterruptionReason, RecordingInterruption, RecordingMarker } from '@kaiwa/contract/recordings.ts'
import type { JournalEntry, RecordingDetails, RecordingHeader } from '@kaiwa/recording/journal.ts'

/** A recording in this browser, while this page owns it (storage/open-store.ts). */
export interface RecordingWriter {
  readonly uuid: string
  readonly entries: readonly JournalEntry[]
  /** Bytes that are stored. */
  readonly size: number
  /**
   * Resolves when the piece and its entry are stored. `seconds`: of the whole recording, up to the end of this piece.
   * Rejects with QuotaExceededError when the disk is full; the piece is then not stored, and those before it are.
   */
  appendPiece: (bytes: Blob, seconds: number) => Promise<void>
  /**
   * Resolves when the entry is stored; on a full disk also if this tab alone knows that the recording has ended or how it is
   * called.
   */
  append: (entry: JournalEntry) => Promise<void>
  /** Bytes of the recording, `to` exclusive. */
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  /** Called after each entry. */
  subscribe: (listener: () => void) => () => void
  /** Gives the ownership up; the recording stays. */
  close: () => Promise<void>
  /** Deletes the recording. */
  remove: () => Promise<void>
}

/** A recording that is stored in this browser and not finished. */
export interface UnfinishedRecording {
  header: RecordingHeader
  details: RecordingDetails
  seconds: number
  size: number
  hasVideo: boolean
  /** Bytes that the server has confirmed are not known here; whether it knows the upload is. */
  uploadId: number | null
  isStopped: boolean
  /** Its details were chosen for the end: only sending is left. */
  isConfirmed: boolean
  /** Another tab is recording or sending it. */
  isOwnedElsewhere: boolean
}

export interface RecordingStore {
  readonly kind: 'opfs' | 'indexeddb'
  create: (header: RecordingHeader) => Promise<RecordingWriter>
  /** Null: another tab owns it, or it does not exist. */
  open: (uuid: string) => Promise<RecordingWriter | null>
  /**
   * Recordings of this person, the newest first, without those that this page has open. Deletes finished ones that were
   * left.
   */
  list: (userId: number) => Promise<UnfinishedRecording[]>
  /** Bytes that the browser may still store; null if it does not say. */
  freeBytes: () => Promise<number | null>
}

export type CaptureDevice = 'microphone' | 'camera' | 'screen'
export type CaptureProblemKind =
  | 'not-asked'
  | 'denied'
  | 'denied-by-policy'
  | 'no-device'
  | 'busy'
  | 'lost'
  | 'canceled'
  | 'no-system-sound'
  /** The browser samples no sound, because no device could play it. */
  | 'no-output'
  | 'unsupported'

export interface CaptureChoice {
  /** Null: no microphone. `default`: the one of the system. */
  microphoneId: string | null
  /** A tab, window or screen with its sound. `picture`: its picture is recorded, too. */
  screen: { picture: boolean } | null
  cameraId: string | null
}

export interface CaptureProblem {
  device: CaptureDevice
  kind: CaptureProblemKind
}

/** Open sources, with their level meters; nothing is recorded yet (capture/open-sources.ts). */
export interface Sources {
  readonly choice: CaptureChoice
  /** `microphone` and `system`: two channels when both are there. */
  readonly channels: readonly ('microphone' | 'system')[]
  readonly hasVideo: boolean
  /** The picture, for the preview. */
  readonly preview: MediaStream | null
  /** The recorded stream: one audio track with `channels`, and the picture if any. The same after a device was replaced. */
  readonly recorded: MediaStream
  /** Level of each channel at present, in decibels below full scale; -Infinity for none. */
  levels: () => readonly number[]
  /** Level of the loudest channel over the last half second. */
  recentLevel: () => number
  /** Seconds of sound since it was opened. The audio clock: changes of the computer's clock and sleep do not move it. */
  seconds: () => number
  /** False while no channel has a source. */
  isLive: () => boolean
  /** Problems that exist now. A device that comes back removes its own. */
  problems: () => readonly CaptureProblem[]
  /** Problems while it is open: `lost`, `busy`, `no-system-sound`, `no-output`. Existing ones are reported immediately. */
  subscribe: (listener: (problem: CaptureProblem) => void) => () => void
  /** Replaces the microphone, also a lost one; recording continues. Rejects with CaptureFailure. */
  chooseMicrophone: (deviceId: string) => Promise<void>
  close: () => void
}

export type SendPhase =
  /** Not announced yet, or waiting for the network. */
  | 'waiting'
  | 'sending'
  /** Everything recorded so far has arrived. */
  | 'current'
  /** The workspace has no storage left: recording continues, uploading does not. */
  | 'no-storage'
  /** The folder is gone, or the person may not upload into it any more: another folder must be chosen. */
  | 'no-folder'
  | 'signed-out'
  | 'refused'
  | 'finished'

export interface SendState {
  phase: SendPhase
  /** Bytes that the server has confirmed. */
  sent: number
  fileId: number | null
  projectId: number | null
}

/**
 * Sends what a writer stores, until the recording is stopped, its details were confirmed, and the server has confirmed it
 * (send/send-recording.ts). Writes `finished` then; the writer stays open.
 */
export interface RecordingSender {
  get: () => SendState
  subscribe: (listener: () => void) => () => void
  /** Tries again now: after another folder was chosen, storage was bought, or a new sign-in. */
  retry: () => void
  close: () => void
}

export type SessionPhase = 'recording' | 'paused' | 'interrupted' | 'stopped' | 'finished' | 'failed'

export interface SessionState {
  phase: SessionPhase
  /** Recorded seconds, without pauses. */
  seconds: number
  size: number
  details: RecordingDetails
  markers: readonly RecordingMarker[]
  interruptions: readonly RecordingInterruption[]
  /** Seconds without sound on any channel, up to now. */
  silentSeconds: number
  storage: { kind: 'opfs' | 'indexeddb'; isPersistent: boolean | null; freeBytes: number | null }
  send: SendState
  /** Why nothing is recorded at present, or what has to be said: the last problem. */
  problem: CaptureProblem | { device: 'storage'; kind: 'full' } | null
  channels: readonly ('microphone' | 'system')[]
  hasVideo: boolean
  /** Seconds until the longest recording of this installation is reached; null while that is far away. */
  secondsLeft: number | null
}

/** The recording of this page (session/recording-session.ts). It continues while the person opens other pages. */
export interface RecordingSession {
  readonly uuid: string
  get: () => SessionState
  subscribe: (listener: () => void) => () => void
  levels: () => readonly number[]
  readonly preview: MediaStream | null
  pause: () => void
  resume: () => void
  /** Marks the given second of the recording; without it, the present one. */
  mark: (note: string, seconds?: number) => void
  /** Another title, folder or language while it is recorded. Sending is tried again when the folder was gone. */
  change: (details: Partial<RecordingDetails>) => Promise<void>
  /** Tries to send again now: after storage was bought, or a new sign-in. */
  retrySending: () => void
  /** Continues with another microphone. Rejects with CaptureFailure. */
  chooseMicrophone: (deviceId: string) => Promise<void>
  /** Continues with other sources, in a new segment. */
  replaceSources: (sources: Sources, reason: InterruptionReason) => Promise<void>
  stop: () => Promise<void>
  /** After `stop`: stores what was chosen and waits until the server has confirmed all bytes; rejects with ApiError. */
  finish: (details: RecordingDetails) => Promise<{ fileId: number; projectId: number }>
  /** Deletes the recording here and cancels its upload. */
  discard: () => Promise<void>
}
