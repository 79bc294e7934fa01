// Editing a transcript: the edit lock, and the saves under it. A save sends only the changes, never the whole file. Readers
// receive the same shape, and the journal stores it.

import * as z from 'zod'
import { blockUuid, count, countQuery, id, instant, integer, person, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'
import { speaker } from './speakers.ts'
import { tagBlockUsage } from './tags.ts'
import { editLock, tagUsage, term, writtenSentiment } from './transcripts.ts'

const ofFile = z.object({ projectId: id, fileId: id })

/**
 * Takes the lock, or extends it and reports changed blocks. Called at edit start and on every change. E_LOCKED contains
 * the other person's `{ lock }`.
 */
export const requestLock = operation({
  name: 'requestLock',
  method: 'POST',
  path: '/projects/{projectId}/files/{fileId}/request-lock',
  access: 'session',
  params: ofFile,
  body: z.object({
    changed_block_uuids: list(blockUuid, LIMITS.changesPerSave).default([]),
    /** Version of the lock that this tab holds; omitted at edit start. E_CONFLICT once that lock is released or taken over. */
    lock_version: integer.optional(),
    /**
     * True takes over a lock that the same person holds in another tab; false answers E_CONFLICT in that case. If
     * omitted: a call without changed blocks starts an edit and takes over; a call with changed blocks counts as a call
     * of the current holder.
     */
    take_over: z.boolean().optional(),
  }),
  response: z.object({
    lock: editLock,
    /** The database's time, which `until` refers to, independent of the browser's clock. */
    now: instant,
  }),
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED'],
})

/** Releases the lock. Idempotent; does nothing if someone else has taken it since. */
export const releaseLock = operation({
  name: 'releaseLock',
  method: 'POST',
  path: '/projects/{projectId}/files/{fileId}/release-lock',
  access: 'session',
  params: ofFile,
  body: z.object({ lock_version: integer.optional() }).optional(),
  response: success,
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

/** A term as sent by a client: fields that it cannot know are filled in, and recomputed by the next analysis. */
const writtenTerm = term.extend({
  type: term.shape.type.default(0),
  score: term.shape.score.default(0),
  text: z.string().max(LIMITS.blockLength),
  offset: integer,
  base: z.string().max(LIMITS.blockLength).default(''),
  reading: z.string().max(LIMITS.blockLength).default(''),
  confidence: z.number().default(1),
})

/** A tagged passage as sent by a client. */
const writtenTag = tagUsage.extend({
  tag_id: integer,
  text: z.string().max(LIMITS.blockLength),
  offset: integer,
  tag_uuid: z.string().max(LIMITS.tagUuidLength),
})

export const savedBlock = z.object({
  uuid: blockUuid,
  content: z.string().max(LIMITS.blockLength),
  start_time: z.number(),
  end_time: z.number(),
  terms: list(writtenTerm, LIMITS.termsPerBlock),
  tags: list(writtenTag, LIMITS.tagsPerBlock),
  is_break: z.boolean(),
})
export type SavedBlock = z.output<typeof savedBlock>

const insertedBlock = savedBlock.extend({
  /** Position in `block_order`, from 0, after all deletes and inserts of the change set. */
  position: count,
  speaker_id: integer.nullable(),
})
export type InsertedBlock = z.output<typeof insertedBlock>

const speakerChange = z.object({
  block_uuid: blockUuid,
  /** Null for an unknown speaker, for example after an undo. */
  speaker_id: integer.nullable(),
  /** Further blocks that get the same speaker. */
  child_block_uuids: list(blockUuid, LIMITS.changesPerSave).default([]),
})

/** The limit applies to the trimmed name; earlier versions may send spaces around it. */
export const sectionName = z.string().max(4 * LIMITS.sectionNameLength)
const sectionChange = z.object({ block_uuid: blockUuid, section_name: sectionName.nullable() })

const sentimentChange = z.object({
  block_uuid: blockUuid,
  sentiment: writtenSentiment,
  /** False after an undo: the sentiment is that of the analysis again. */
  is_manual: z.boolean(),
})

/** Changes of one kind: at most those of a save. */
export function changesOf<T extends z.ZodType>(shape: T) {
  return list(shape, LIMITS.changesPerSave).default([])
}

/** Applied in this order: delete, insert, save blocks, speakers, sections, sentiments (the last three also for inserted blocks). */
export const changeSet = z.object({
  blocks: changesOf(savedBlock),
  insert: changesOf(insertedBlock),
  delete: changesOf(blockUuid),
  speaker: changesOf(speakerChange),
  section: changesOf(sectionChange),
  /** Absent without such changes, and in saves of earlier versions. */
  sentiment: list(sentimentChange, LIMITS.changesPerSave).optional(),
})
export type ChangeSet = z.output<typeof changeSet>

/**
 * Saves a change set in one transaction. E_CONFLICT: one of its blocks was changed after `revision`, or someone else
 * took the lock after `lock_version`. E_LOCKED: someone else holds the lock. In these cases nothing is saved. Deletes the
 * draft of `lock_version`, whose changes it contains.
 */
export const saveBlocks = operation({
  name: 'saveBlocks',
  answer: 'stream',
  method: 'PATCH',
  path: '/transcripts/{id}/blocks',
  access: 'session',
  params: z.object({ id }),
  body: changeSet.extend({
    /** The transcript revision that the change set is based on. */
    revision: integer.optional(),
    lock_version: integer.optional(),
  }),
  bodyLimit: LIMITS.saveBody,
  response: z.object({
    removed_tag_usages: z.array(z.object({ block_id: z.int(), tag_id: z.int() })),
    added_tag_usages: z.array(tagBlockUsage.omit({ count: true })),
    /** The speakers of the file after the save. */
    speakers: z.array(speaker),
    /** Speakers without a block in the file before the save. */
    added_speaker_ids: z.array(z.int()),
    last_edited_by: person.nullable(),
    last_edited_at: instant.nullable(),
    revision: z.int(),
    lock: editLock.nullable(),
  }),
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED', 'E_UNPROCESSABLE_ENTITY'],
})

/** One save in the form that readers apply. */
export const revisionChanges = z.object({
  revision: z.int(),
  edited_by: person.nullable(),
  edited_at: instant,
  changes: changeSet,
})
export type RevisionChanges = z.infer<typeof revisionChanges>

/**
 * The saves after a revision, oldest first. `reload`: too many or too old, so fetch the transcript instead. Called by
 * readers who missed messages, so the response includes the current lock too.
 */
export const getTranscriptChanges = operation({
  name: 'getTranscriptChanges',
  method: 'GET',
  path: '/transcripts/{id}/changes',
  access: 'session',
  params: z.object({ id }),
  query: z.object({ since: countQuery }),
  response: z.object({
    revision: z.int(),
    reload: z.boolean(),
    data: z.array(revisionChanges),
    /** Null while the file is not being edited. */
    lock: editLock.nullable(),
    /**
     * The caller's own draft that became the last of these saves when the edit lock expired: changes that the caller does
     * not have to send again. Null without one.
     */
    published_draft: z.object({ lock_version: z.int(), version: z.int(), revision: z.int() }).nullable(),
    /** The database's time, which `lock.until` refers to. */
    now: instant,
  }),
  errors: ['E_NOT_FOUND'],
})
