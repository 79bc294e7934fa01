// A save sends only the changes, never the whole file. Readers receive the same shape, and the journal stores it.

import * as z from 'zod'
import { editLock } from './edit-lock.ts'
import { count, countQuery, id, instant, integer, person } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'
import { speaker } from './speakers.ts'
import { tagBlockUsage } from './tags.ts'
import { tagUsage, term, writtenSentiment } from './transcripts.ts'

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
  uuid: z.uuid(),
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
  block_uuid: z.uuid(),
  /** Null for an unknown speaker, for example after an undo. */
  speaker_id: integer.nullable(),
  /** Further blocks that get the same speaker. */
  child_block_uuids: list(z.uuid(), LIMITS.changesPerSave).default([]),
})

/** The limit applies to the trimmed name; earlier versions may send spaces around it. */
export const sectionName = z.string().max(4 * LIMITS.sectionNameLength)
const sectionChange = z.object({ block_uuid: z.uuid(), section_name: sectionName.nullable() })

const sentimentChange = z.object({
  block_uuid: z.uuid(),
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
  delete: changesOf(z.uuid()),
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
