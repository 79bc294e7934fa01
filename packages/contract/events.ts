import * as z from 'zod'
import { changeSet } from './changes.ts'
import { editLock } from './edit-lock.ts'
import { person } from './fields.ts'
import { failedReason } from './files.ts'
import { notificationType } from './notifications.ts'
import { tagUsage } from './transcripts.ts'

/**
 * Messages on private channels. They are thin: type, ids, revision. Each reader's own authorised fetch decides what it
 * sees; what happens in one file goes whole to those who may read it. project-{id} is for those who see everything in the
 * folder and below it; guests who see a part get the messages about that part on user-{id}. The key is the event's name on the wire; the server emits it with a dot for the first hyphen group
 * (`file.processed` → `file-processed`).
 */
export const realtimeEvents = {
  /** project-{id}: the estimate of a file in processing changed, or another block is readable. */
  'estimation-updated': z.object({
    project_file_id: z.int(),
    transcript_started_at: z.string().nullable(),
    estimate_completed_at: z.string().nullable(),
    duration: z.number(),
    block_count: z.int(),
  }),
  'file-processed': z.object({
    project_file_id: z.int(),
    /** The person who imported the transcript; absent if it was recognised. */
    imported_by: z.int().optional(),
  }),
  'process-failed': z.object({ project_file_id: z.int(), failed_reason: failedReason.nullable() }),
  'files-deleted': z.object({ project_file_ids: z.array(z.int()) }),
  /** project-{id}: another change of status (uploaded, processing, canceled). */
  'file-updated': z.object({ project_file_id: z.int() }),
  /** project-{id}: terms and sentiment of a transcript were recomputed. */
  'transcript-blocks-reanalysed': z.object({ project_file_id: z.int(), transcript_id: z.int(), revision: z.int() }),
  /** project-file-{id}: the lock was taken or extended, or released (null). */
  'transcript-edit-lock-updated': z.object({ project_file_id: z.int(), lock: editLock.nullable() }),
  /** project-file-{id}: a save. If `changes` is missing because it was too large, fetch `transcripts/{id}/changes`. */
  'transcript-changed': z.object({
    project_file_id: z.int(),
    transcript_id: z.int(),
    revision: z.int(),
    edited_by: person.nullable(),
    edited_at: z.string(),
    changes: changeSet.nullable(),
  }),
  /** project-file-{id}, and user-{id} (without the folder): categories or tags were created, changed, moved or deleted. */
  'project-category-tag-updated': z.object({ project_id: z.int().nullable() }),
  /** project-file-{id}: the tags of one block as they are now. */
  'transcript-tag-updated': z.object({
    transcript_id: z.int(),
    revision: z.int(),
    blockUuid: z.string(),
    tags: z.array(tagUsage),
  }),
  /** project-file-{id}; and project-{id} for lists. */
  'block-speaker-changed': z.object({
    project_file_id: z.int(),
    transcript_id: z.int(),
    revision: z.int(),
    speaker_id: z.int(),
    block_ids: z.array(z.int()),
  }),
  /** project-{id}: speakers of the folder were created, renamed or merged, or got a new picture; fetch them again. */
  'speakers-changed': z.object({ speaker_ids: z.array(z.int()) }),
  /** project-{id}: figures of speakers or tags changed in the folder or below it. Contains no details. */
  'figures-changed': z.object({}),
  /** user-{id}: a new notification; fetch the list for details. */
  'new-notification': z.object({ type: notificationType }),
  /** user-{id}: notifications were read, possibly in another window. */
  'notifications-read': z.object({}),
  /** user-{id}: what its person may see or do changed. */
  'rights-changed': z.object({}),
  /** user-{id} of those who keep the trash: what is in it changed. */
  'trash-changed': z.object({ workspace_id: z.int() }),
  /** user-{id} of everyone who sees the folder: it has a new name. `updated_at` of the item tells a client what it already has. */
  'item-renamed': z.object({ item_id: z.int(), project_id: z.int(), updated_at: z.string() }),
  /** project-{id} and user-{id}: the tree changed. It names nothing. */
  'items-changed': z.object({}),
} as const

export type RealtimeEvent = keyof typeof realtimeEvents
