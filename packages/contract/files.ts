import * as z from 'zod'
import { deletion, id, instant, itemName, person, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'
import { roleId } from './role-assignment.ts'
import { hit } from './search.ts'
import { transcriptStatus } from './transcripts.ts'

export const fileStatus = z.enum(['waiting', 'uploaded', 'processing', 'processed', 'failed', 'canceled'])
export type FileStatus = z.infer<typeof fileStatus>

export const failedReason = z.enum([
  'file-not-found',
  'record-not-found',
  'no-audio-detected',
  'no-transcript',
  'max-file-size-exceeded',
  'quota-exceeded',
  'not-enough-minute',
  'pre-processing-failed',
  'transcript-failed',
  'timeout',
])
export type FailedReason = z.infer<typeof failedReason>

/** All notes that a file can have about its processing: keys of the browser's texts (`notes.…`). */
export const noteKey = z.enum([
  'no-engine',
  'engine-refused',
  'engine-failed',
  'choose-language',
  /** Not set any more; files of earlier versions have it. */
  'language-assumed',
  'parts-missing',
  'one-speaker',
  'speakers-uncertain',
  'not-media',
  'broken-media',
  'too-long',
  'media-program-missing',
  'ends-early',
  'damaged-parts',
  'sound-track-used',
  'sound-tracks-mixed',
  'not-joined',
])
export type NoteKey = z.infer<typeof noteKey>

/**
 * Why a transcription failed, or a remark about a successful one: a key of the browser's texts, which say what to do.
 * `values` are inserted into the text.
 */
export const fileNote = z.object({ key: noteKey, values: z.record(z.string(), z.string()) })
export type FileNote = z.infer<typeof fileNote>

export const spokenLanguage = z.enum(['auto', 'ja', 'en'])
export type SpokenLanguage = z.infer<typeof spokenLanguage>

export const thumbnailKind = z.enum(['normal', 'is_audio', 'muted_sound', 'broken_file', 'processing'])

/** The reader's abilities for a file. */
export const fileAbilities = z.object({
  open: z.boolean(),
  rename: z.boolean(),
  move: z.boolean(),
  delete: z.boolean(),
  cancel: z.boolean(),
  retry: z.boolean(),
  /** Recognise the recording again in another language. */
  change_language: z.boolean(),
  edit: z.boolean(),
  download: z.boolean(),
  /** Export of a part of the recording. */
  clip: z.boolean(),
  /** Export as a document, and as a table. */
  export: z.boolean(),
  export_table: z.boolean(),
  /** Import of a transcript, replacing the existing one. */
  import: z.boolean(),
  /** Comments on passages. */
  comment: z.boolean(),
})
export type FileAbilities = z.infer<typeof fileAbilities>

/** The file resource. Sizes in MB, times in seconds, instants as ISO 8601. */
export const file = z.object({
  id: z.int(),
  is_project: z.literal(false),
  item_id: z.int(),
  project_id: z.int(),
  title: z.string(),
  name: z.string(),
  file_name: z.string(),
  status: fileStatus,
  failed_reason: failedReason.nullable(),
  note: fileNote.nullable(),
  thumbnail: z.string().nullable(),
  thumbnail_kind: thumbnailKind,
  thumbnail_count: z.int(),
  video_id: z.string(),
  is_audio: z.boolean(),
  is_playable: z.boolean(),
  /** Seconds, measured by the server; before that, the length reported by the browser. */
  duration: z.number(),
  total_size: z.number(),
  original_size: z.number(),
  language: spokenLanguage,
  /** The detected language, such as `en`; null unless `language` is `auto` and the language is known. */
  detected_language: z.string().nullable(),
  num_speaker: z.int().nullable(),
  transcript: z.object({ id: z.int().nullable(), status: transcriptStatus, block_count: z.int() }),
  created_at: instant,
  transcript_started_at: instant.nullable(),
  estimate_completed_at: instant.nullable(),
  /** The share of the run that was done at `progress_at`, see progress.ts. */
  progress_share: z.number(),
  progress_at: instant.nullable(),
  last_updated_by: person.nullable(),
  last_updated_at: instant,
  /** `is_reachable`: its portal is connected. Only then it has a link, for who may edit the file. */
  hubspot_deal: z
    .object({ deal_name: z.string(), hubspot_id: z.string(), deal_id: z.string(), is_reachable: z.boolean() })
    .nullable(),
  project_file_item: z.object({ role_ids: z.array(roleId) }),
  /** Search hits; empty unless the list was searched. */
  metadata: z.array(hit),
  /** It is being recorded: its upload has no length yet. */
  is_recording: z.boolean(),
  /** The unfinished upload; null after its last byte has arrived. */
  upload: z
    .object({
      id: z.int(),
      uuid: z.string(),
      received: z.number(),
      /** When it began, or when bytes arrived last. */
      active_at: z.iso.datetime(),
      expired_at: z.int(),
    })
    .nullable(),
  can: fileAbilities,
})
export type ProjectFile = z.infer<typeof file>

const inProject = z.object({ projectId: id, id })

export const getFile = operation({
  name: 'getFile',
  method: 'GET',
  path: '/projects/{projectId}/files/{id}',
  access: 'session',
  params: inProject,
  response: file.extend({
    unread_item_ids: z.array(z.int()),
    /** The first three people who share the file. */
    members: z.array(person),
    member_count: z.int(),
    /** Media base URL with the reader's grant. */
    url: z.string(),
    /** Whether the waveform below the media URL exists. */
    has_waveform: z.boolean(),
  }),
  errors: ['E_NOT_FOUND'],
})

export const renameFile = operation({
  name: 'renameFile',
  method: 'PUT',
  path: '/projects/{projectId}/files/{id}',
  access: 'session',
  params: inProject,
  body: z.object({ title: itemName }),
  response: file,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

export const deleteFile = operation({
  name: 'deleteFile',
  method: 'DELETE',
  path: '/projects/{projectId}/files/{id}',
  access: 'session',
  params: inProject,
  response: deletion,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

function fileAction<N extends string>(name: N, path: string) {
  return operation({
    name,
    method: 'POST',
    path,
    access: 'session',
    params: z.object({ fileId: id }),
    response: file,
    status: 200,
    errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT'],
  })
}

/** The specification's cancel and abort analysis are this one operation; the file ends as `canceled`. */
export const cancelFile = fileAction('cancelFile', '/files/{fileId}/cancel')

/** Each run may recognise a whole recording without a new charge. */
const rateLimitOfRuns = { max: 120, window: 3_600, key: 'account' } as const

/** Cancels the current run and starts again. */
export const redoFile = operation({
  ...fileAction('redoFile', '/files/{fileId}/redo'),
  rateLimit: rateLimitOfRuns,
})

/** Resumes after the last finished stage, optionally in another language. */
export const retryFile = operation({
  name: 'retryFile',
  method: 'POST',
  path: '/files/{fileId}/retry',
  access: 'session',
  params: z.object({ fileId: id }),
  body: z.object({ language: spokenLanguage.optional() }).optional(),
  response: file,
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED', 'PROJECT_MAX_MINUTES_EXCEEDED'],
  rateLimit: rateLimitOfRuns,
})

/** Lower than that of runs, because all of the recording is recognised again. */
export const rateLimitOfLanguages = { max: 30, window: 3_600, key: 'account' } as const

/**
 * Recognises a recording again in another language, and cancels a running analysis first. Replaces the transcript, so it
 * is refused after edits made by people. With the language that the file has already, nothing happens.
 */
export const changeLanguage = operation({
  name: 'changeLanguage',
  method: 'POST',
  path: '/files/{fileId}/language',
  access: 'session',
  params: z.object({ fileId: id }),
  body: z.object({ language: spokenLanguage }),
  response: file,
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED', 'PROJECT_MAX_MINUTES_EXCEEDED'],
  rateLimit: rateLimitOfLanguages,
})

export const getDownload = operation({
  name: 'getDownload',
  method: 'GET',
  path: '/files/{fileId}/download',
  access: 'session',
  params: z.object({ fileId: id }),
  response: z.object({ url: z.string() }),
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT'],
})

/** Seconds on the timeline of the recording. Fractions count: a clip begins and ends with a word. */
const clipTime = z.coerce.number().min(0).max(LIMITS.integerMax)

/**
 * A part of the recording as a file. E_UNPROCESSABLE_ENTITY: it ends before it starts (`end`: min), is too long (`end`:
 * max), or starts behind the end of the recording (`start`: max). E_UNAVAILABLE: it took too long.
 */
export const exportClip = operation({
  name: 'exportClip',
  method: 'GET',
  path: '/files/{fileId}/clip',
  access: 'session',
  params: z.object({ fileId: id }),
  query: z.object({ start: clipTime, end: clipTime, kind: z.enum(['audio', 'video']).default('audio') }),
  answer: 'file',
  produces: ['audio/mp4', 'video/mp4'],
  rateLimit: { max: 60, window: 300, key: 'account' },
  response: z.string(),
  errors: [
    'E_NOT_FOUND',
    'E_FORBIDDEN',
    'E_CONFLICT',
    'E_UNPROCESSABLE_ENTITY',
    'E_TOO_MANY_REQUESTS',
    'E_UNAVAILABLE',
  ],
})

export const deleteFiles = operation({
  name: 'deleteFiles',
  method: 'DELETE',
  path: '/projects/{projectId}/files/delete',
  access: 'session',
  params: z.object({ projectId: id }),
  query: z.object({ 'ids[]': z.union([id.transform((one) => [one]), list(id, LIMITS.itemsPerCall)]) }),
  response: success.extend(deletion.shape),
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})
