import * as z from 'zod'
import { id, instant, page, pageQuery, personName, success } from './fields.ts'
import { scopeQuery } from './folder-scope.ts'
import { AVATAR_TYPES, LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'
import { PICTURE_FORM_BYTES, PICTURE_RATE } from './picture-limits.ts'

/** The reader's abilities for a speaker: change name, description and picture; merge it into another. */
export const speakerAbilities = z.object({ edit: z.boolean(), merge: z.boolean() })
export type SpeakerAbilities = z.infer<typeof speakerAbilities>

export const speaker = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  avatar: z.string().nullable(),
  /** False for speakers found by diarisation. */
  is_manual: z.boolean(),
  project_ids: z.array(z.int()),
  /** Present if the speakers of one folder were requested. */
  pivot: z.object({ speaker_id: z.int(), project_id: z.int() }).optional(),
  project_file_ids: z.array(z.int()),
  last_edited_at: instant.nullable(),
  can: speakerAbilities,
})
export type Speaker = z.infer<typeof speaker>

export const listProjectSpeakers = operation({
  name: 'listProjectSpeakers',
  method: 'GET',
  path: '/projects/{projectId}/speakers/all',
  access: 'session',
  params: z.object({ projectId: id }),
  response: z.array(speaker),
  errors: ['E_NOT_FOUND'],
})

/** In the list of a folder, also whether other speakers may be merged into it. */
const folderSpeakerAbilities = speakerAbilities.extend({ merge_into: z.boolean() })
export type FolderSpeakerAbilities = z.infer<typeof folderSpeakerAbilities>

/** A speaker with figures over the visible files of a folder's list. */
export const folderSpeaker = speaker.omit({ project_ids: true, project_file_ids: true, pivot: true }).extend({
  /** A folder of the speaker; preferably one in which the reader may merge it. */
  project_id: z.int(),
  can: folderSpeakerAbilities,
  file_count: z.int(),
  block_count: z.int(),
  /** Seconds. */
  talk_time: z.number(),
  /** The only file in which it speaks, if there is just one: distinguishes speakers with the same name. */
  only_file: z.object({ id: z.int(), project_id: z.int(), title: z.string() }).nullable(),
})
export type FolderSpeaker = z.infer<typeof folderSpeaker>

/**
 * The speakers of a folder, page by page: first those created, named or described by people, then unnamed automatic
 * ones. `query` searches names and descriptions; `kind` can limit the list to manual speakers.
 */
export const listFolderSpeakers = operation({
  name: 'listFolderSpeakers',
  method: 'GET',
  path: '/projects/{projectId}/speakers',
  access: 'session',
  params: z.object({ projectId: id }),
  query: z.object({
    query: z.string().max(200).optional(),
    scope: scopeQuery,
    kind: z.enum(['all', 'manual']).default('all'),
    page: pageQuery,
  }),
  response: page(folderSpeaker),
  errors: ['E_NOT_FOUND'],
})

/** All speakers of the folders that the caller sees. */
export const listSpeakers = operation({
  name: 'listSpeakers',
  method: 'GET',
  path: '/projects/speakers/all',
  access: 'session',
  response: z.array(speaker),
})

const newSpeaker = z.object({ name: personName })

export const createProjectSpeaker = operation({
  name: 'createProjectSpeaker',
  method: 'POST',
  path: '/projects/{projectId}/speakers',
  access: 'session',
  params: z.object({ projectId: id }),
  body: newSpeaker,
  response: speaker,
  status: 201,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

/** Creates a speaker in the file's folder, while the file is being edited. */
export const createFileSpeaker = operation({
  name: 'createFileSpeaker',
  method: 'POST',
  path: '/files/{fileId}/speakers',
  access: 'session',
  params: z.object({ fileId: id }),
  body: newSpeaker,
  response: speaker,
  status: 201,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

/** Form fields of `updateSpeaker` in addition to the picture `file` (jpg, jpeg, png, bmp, webp). */
export const speakerForm = z.object({
  name: personName,
  description: z.string().trim().max(LIMITS.speakerDescriptionLength).nullable().default(null),
})

const ofSpeaker = z.object({ speakerId: id })

/** Changes name, description and, if `file` is sent, the picture; the form is `speakerForm`. */
export const updateSpeaker = operation({
  name: 'updateSpeaker',
  method: 'POST',
  path: '/speakers/{speakerId}',
  access: 'session',
  consumes: 'multipart',
  form: { fields: speakerForm, file: { types: AVATAR_TYPES, isRequired: false } },
  bodyLimit: PICTURE_FORM_BYTES,
  params: ofSpeaker,
  response: speaker,
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_UNPROCESSABLE_ENTITY', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 300, window: 600, key: 'account' },
})

/** Changes only the picture; the form has one part, `file`. */
export const uploadSpeakerAvatar = operation({
  name: 'uploadSpeakerAvatar',
  method: 'POST',
  path: '/speakers/{speakerId}/avatar',
  access: 'session',
  consumes: 'multipart',
  form: { file: { types: AVATAR_TYPES, isRequired: true } },
  bodyLimit: PICTURE_FORM_BYTES,
  params: ofSpeaker,
  response: speaker,
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_UNPROCESSABLE_ENTITY', 'E_TOO_MANY_REQUESTS'],
  rateLimit: PICTURE_RATE,
})

/** Merges `destination_speaker_id` into `target_speaker_id` and removes it; only in one file if that is given. */
export const mergeSpeakers = operation({
  name: 'mergeSpeakers',
  method: 'POST',
  path: '/speakers/merge',
  access: 'session',
  body: z.object({
    project_id: id,
    target_speaker_id: id,
    destination_speaker_id: id,
    project_file_id: id.optional(),
  }),
  response: success.extend({ speaker }),
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED', 'E_UNPROCESSABLE_ENTITY'],
})

export const speakerChangeMode = z.enum(['individual', 'multi'])
export type SpeakerChangeMode = z.infer<typeof speakerChangeMode>

/**
 * `individual`: this block (and the given child blocks); `multi`: all blocks of its speaker in the file. Saved
 * immediately.
 */
export const changeBlockSpeaker = operation({
  name: 'changeBlockSpeaker',
  method: 'PATCH',
  path: '/blocks/speaker',
  access: 'session',
  body: z.object({
    block_uuid: z.uuid(),
    speaker_id: id,
    child_block_uuids: list(z.uuid(), LIMITS.changesPerSave).default([]),
    type: speakerChangeMode,
  }),
  response: z.object({ block_ids: z.array(z.int()), added_speaker_ids: z.array(z.int()) }),
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED'],
})
