import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Gap } from '../capture/recorder.ts'
import type { RecordingSender, RecordingStore, RecordingWriter, Sources } from '../types.ts'

/** Without a limit of the server. */
export const LONGEST_SECONDS = LIMITS.recordingHours * 3_600

/** The parts of a session. */
export interface SessionParts {
  store: RecordingStore
  writer: RecordingWriter
  openSender: () => RecordingSender
  sources: Sources
  /** Firefox asks the person: recording does not wait for the answer. */
  isPersistent: Promise<boolean>
  /** Limits of the server. Recording is possible if it does not answer. */
  maxSeconds: Promise<number>
  gap: Gap | null
  /** Called when the session is over: finished, discarded or closed. */
  onEnd: () => void
}
