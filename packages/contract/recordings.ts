// Recordings made in a browser. The bytes are sent by tus while the recording grows, in the order in which they were
// recorded. After an interruption the browser begins a new segment: a complete media file, which follows the bytes before.
import * as z from 'zod'
import { id } from './fields.ts'
import { spokenLanguage } from './files.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'

/** Time in a recording as its browser counts it: without pauses. */
const seconds = z.number().min(0).max(1_000_000)

/**
 * `offset`: its first byte in the upload. The first segment has 0; later ones are sorted. `seconds`: its beginning; a page
 * that was opened before an update of the server does not say it.
 */
export const recordingSegment = z.object({
  offset: z.int().min(0).max(LIMITS.recordingOffset),
  seconds: seconds.nullable().default(null),
  started_at: z.iso.datetime().max(40),
})
export type RecordingSegment = z.infer<typeof recordingSegment>

/** A place that the person marked while recording; it becomes a section. */
export const recordingMarker = z.object({
  seconds,
  note: z.string().trim().max(LIMITS.recordingNoteLength),
})
export type RecordingMarker = z.infer<typeof recordingMarker>

/** Why sound is missing. `sleep`: the computer slept or the page was stopped; `device`: the source was lost or changed. */
export const interruptionReason = z.enum(['sleep', 'device', 'closed', 'recorder'])
export type InterruptionReason = z.infer<typeof interruptionReason>

/** At `seconds` of the recording, `missing` seconds were not recorded. */
export const recordingInterruption = z.object({
  seconds,
  missing: z.number().min(0).max(100_000_000),
  reason: interruptionReason,
})
export type RecordingInterruption = z.infer<typeof recordingInterruption>

/**
 * Says what the browser knows about a recording: all of it each time, so that a repeated call changes nothing. A
 * segment is announced before its first byte is sent: the server reads the recording while it grows. Segments that were
 * announced before stay as they are. E_CONFLICT: the upload is complete, or it is not a recording. E_TOO_MANY_REQUESTS:
 * the language was changed too often.
 */
export const saveRecording = operation({
  name: 'saveRecording',
  method: 'PUT',
  path: '/uploads/{uploadId}/recording',
  access: 'session',
  params: z.object({ uploadId: id }),
  body: z.object({
    segments: list(recordingSegment, LIMITS.recordingSegments).min(1),
    markers: list(recordingMarker, LIMITS.recordingMarkers).default([]),
    interruptions: list(recordingInterruption, LIMITS.recordingInterruptions).default([]),
    /** As chosen when the recording was stopped; omitted while it is recorded. */
    language: spokenLanguage.optional(),
    num_speaker: z.int().min(0).max(LIMITS.speakersPerFile).nullable().optional(),
  }),
  response: z.object({ success: z.literal(true) }),
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_UNPROCESSABLE_ENTITY', 'E_TOO_MANY_REQUESTS'],
})
