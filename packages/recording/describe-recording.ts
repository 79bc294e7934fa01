// How a recording is described to the server, and what it is called.
import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type {
  InterruptionReason,
  RecordingInterruption,
  RecordingMarker,
  RecordingSegment,
} from '@kaiwa/contract/recordings.ts'
import type { UploadEntryInput } from '@kaiwa/contract/uploads.ts'
import type { RecordingDetails } from './journal.ts'
import type { RecordingSummary } from './read-journal.ts'

/** Body of the call saveRecording. */
export interface RecordingBody {
  segments: RecordingSegment[]
  markers: RecordingMarker[]
  interruptions: RecordingInterruption[]
  language?: SpokenLanguage
  num_speaker?: number | null
}

/** A date that the server accepts. A journal that another program has changed may have anything. */
function instantOf(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString()
}

const REASONS: Record<InterruptionReason, true> = { sleep: true, device: true, closed: true, recorder: true }

const MAX_SECONDS = 1_000_000

function secondsOf({ seconds }: { seconds: number }): number {
  return Math.min(seconds, MAX_SECONDS)
}

function noteOf(note: string): string {
  return note.trim().slice(0, LIMITS.recordingNoteLength).toWellFormed()
}

/**
 * The body of `saveRecording`. Language and speakers are chosen when recording is stopped, and sent from then on. Values
 * above a limit of the server are cut or omitted: its refusal would stop the upload.
 */
export function toRecordingBody(summary: RecordingSummary): RecordingBody {
  const { segments, markers, interruptions, isStopped, details } = summary
  return {
    segments: segments.slice(0, LIMITS.recordingSegments).map((segment) => ({
      offset: segment.offset,
      seconds: segment.seconds === null ? null : Math.min(segment.seconds, MAX_SECONDS),
      started_at: instantOf(segment.startedAt),
    })),
    markers: markers
      .slice(0, LIMITS.recordingMarkers)
      .map((marker) => ({ seconds: secondsOf(marker), note: noteOf(marker.note) })),
    interruptions: interruptions.slice(0, LIMITS.recordingInterruptions).map((interruption) => ({
      seconds: secondsOf(interruption),
      missing: Math.min(interruption.missing, 100_000_000),
      // A later version may have written another one.
      reason: Object.hasOwn(REASONS, interruption.reason) ? interruption.reason : 'recorder',
    })),
    ...(isStopped ? { language: details.language as SpokenLanguage, num_speaker: details.numSpeaker || null } : {}),
  }
}

type Extension = (typeof LIMITS.recordingExtensions)[number]

/** Extension of a file name for a format of a browser's recorder. */
export function extensionOf(mime: string, hasVideo: boolean): Extension {
  const [type = ''] = mime.toLowerCase().split(';')
  if (type.endsWith('/mp4')) return hasVideo ? 'mp4' : 'm4a'
  if (type.endsWith('/ogg')) return 'ogg'
  return hasVideo ? 'webm' : 'weba'
}

/** Characters that the server refuses in a file name, or that it reads as folders. */
const UNUSABLE = /[\p{Cc}\u2028\u2029/\\]+/gu
const MAX_NAME = 200

/** Name of the file that is uploaded: the title, and an extension that fits the format. */
export function fileName({ title }: Pick<RecordingDetails, 'title'>, mime: string, hasVideo: boolean): string {
  const name = title.replaceAll(UNUSABLE, ' ').trim().slice(0, MAX_NAME).toWellFormed().trim()
  return `${name || 'recording'}.${extensionOf(mime, hasVideo)}`
}

/** The entry of `requestUpload`. */
export function toUploadEntry(uuid: string, { details, mime, hasVideo }: RecordingSummary): UploadEntryInput {
  return {
    uuid,
    name: fileName(details, mime, hasVideo),
    recording: true,
    duration: 0,
    num_speaker: details.numSpeaker || null,
    language: details.language as SpokenLanguage,
  }
}
