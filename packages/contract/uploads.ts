import * as z from 'zod'
import { id } from './fields.ts'
import { file, spokenLanguage } from './files.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'

/**
 * A file that the browser wants to upload. Size in MB, duration in minutes (0 if the browser could not read it). The
 * number of speakers is null for automatic; our browser sends null for its 0. With `recording` the file is still being
 * recorded: it has no size, and its upload may defer Upload-Length.
 */
export const uploadEntry = z.object({
  uuid: z.uuid(),
  name: z.string().min(1).max(LIMITS.sentFileName),
  recording: z.boolean().default(false),
  size: z.number().positive().optional(),
  duration: z.number().min(0),
  num_speaker: z.int().min(0).max(LIMITS.speakersPerFile).nullable().default(null),
  language: spokenLanguage.default('auto'),
})
export type UploadEntry = z.infer<typeof uploadEntry>
/** The input type. */
export type UploadEntryInput = z.input<typeof uploadEntry>

/** Request headers required by the tus endpoint. `expired_at` is in Unix seconds. */
export const uploadCredentials = z.object({
  id: z.int(),
  name: z.string(),
  video_id: z.string(),
  expired_at: z.int(),
  is_audio: z.boolean(),
  tus_signature: z.string(),
})
export type UploadCredentials = z.infer<typeof uploadCredentials>

export const uploadTicket = z.object({
  uploads: z.record(z.string(), uploadCredentials),
  library_id: z.string(),
  audio_library_id: z.string(),
  /** Absolute URL of the tus endpoint. */
  endpoint: z.string(),
})
export type UploadTicket = z.infer<typeof uploadTicket>

export const requestUpload = operation({
  name: 'requestUpload',
  method: 'POST',
  path: '/projects/{id}/uploads/upload-url',
  access: 'session',
  params: z.object({ id }),
  body: z.object({ files: list(uploadEntry, LIMITS.uploadsPerCall).min(1) }),
  response: uploadTicket,
  status: 201,
  errors: [
    'E_NOT_FOUND',
    'E_FORBIDDEN',
    'E_UNPROCESSABLE_ENTITY',
    'PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE',
    'PROJECT_MAX_NUMBER_OF_FILE_EXCEEDED',
    'PROJECT_MAX_FILE_SIZE_EXCEEDED',
    'PROJECT_MAX_STORAGE_EXCEEDED',
    'PROJECT_MAX_MINUTES_EXCEEDED',
    'E_TOO_MANY_REQUESTS',
  ],
})

/**
 * New credentials for an interrupted upload, so that any browser of an editor can continue it. Reserves its storage
 * again.
 */
export const renewUpload = operation({
  name: 'renewUpload',
  method: 'POST',
  path: '/uploads/{uploadId}/renew',
  access: 'session',
  params: z.object({ uploadId: id }),
  response: uploadTicket,
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'PROJECT_MAX_STORAGE_EXCEEDED'],
})

/** Reports that the last byte was sent. Idempotent; 409 while bytes are missing. */
export const completeUpload = operation({
  name: 'completeUpload',
  method: 'PUT',
  path: '/uploads/{uploadId}',
  access: 'session',
  params: z.object({ uploadId: id }),
  response: file,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT'],
})

/** Cancels an unfinished upload and removes its file. */
export const cancelUpload = operation({
  name: 'cancelUpload',
  method: 'DELETE',
  path: '/uploads/{uploadId}',
  access: 'session',
  params: z.object({ uploadId: id }),
  response: z.object({ success: z.literal(true) }),
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT'],
})
