// Drafts: unsaved changes that the browser stores on the server every few seconds in edit mode. A draft belongs to its
// author and to one version of the edit lock. Other users cannot read it, and it publishes no event.

import * as z from 'zod'
import { changesOf, savedBlock, sectionName } from './transcript-edits.ts'
import { blockUuid, count, countQuery, id, instant, integer, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'
import { block, writtenSentiment } from './transcripts.ts'

const ofDraft = z.object({ id, lockVersion: countQuery })

/** A changed or new block in its new state. */
const draftBlock = savedBlock.extend({
  speaker_id: integer.nullable(),
  section_name: sectionName.nullable(),
  /** Absent: the stored sentiment, and whether a person chose it. */
  sentiment: writtenSentiment.optional(),
  is_sentiment_manual: z.boolean().optional(),
  /** The block before it in the new order; null at the start. Places new blocks. */
  previous: blockUuid.nullable(),
})
export type DraftBlock = z.output<typeof draftBlock>

/**
 * Stores what changed since the last call for this draft, so that the cost depends on the change. Requires the held lock.
 * E_CONFLICT: `reason` is `lock` when the lock is no longer held with this version, `revision` when one of the blocks was
 * changed after `revision`, `draft` when the stored version is not `since`: send all changes with `since` 0.
 */
export const saveDraft = operation({
  name: 'saveDraft',
  method: 'PUT',
  path: '/transcripts/{id}/drafts/{lockVersion}',
  access: 'session',
  params: ofDraft,
  body: z.object({
    /** The revision that the changes are based on. */
    revision: count,
    /** The version that the caller stored last. 0 replaces the stored draft. */
    since: count,
    /** Client's id of the draft, by which a browser recognises its own copy. */
    key: z
      .string()
      .max(LIMITS.draftKeyLength)
      .regex(/^[\w-]+$/),
    put: changesOf(draftBlock),
    delete: changesOf(blockUuid),
    /** Blocks that are no longer changed, for example after an undo. */
    revert: changesOf(blockUuid),
  }),
  bodyLimit: LIMITS.saveBody,
  response: z.object({
    /** 0 when the draft became empty and was deleted. */
    version: z.int(),
    saved_at: instant,
  }),
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED', 'E_UNPROCESSABLE_ENTITY'],
})

/** The caller's own drafts of a transcript, newest first. */
export const listDrafts = operation({
  name: 'listDrafts',
  method: 'GET',
  path: '/transcripts/{id}/drafts',
  access: 'session',
  params: z.object({ id }),
  response: z.object({
    data: z.array(
      z.object({ lock_version: z.int(), key: z.string(), version: z.int(), blocks: z.int(), saved_at: instant }),
    ),
  }),
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT'],
})

const draftVersion = block.pick({
  uuid: true,
  start_time: true,
  end_time: true,
  content: true,
  section_name: true,
  is_break: true,
  speaker_id: true,
  sentiment: true,
  is_sentiment_manual: true,
  terms: true,
  tags: true,
})

/** The changes of one of the caller's drafts, in no particular order. */
export const getDraft = operation({
  name: 'getDraft',
  answer: 'stream',
  method: 'GET',
  path: '/transcripts/{id}/drafts/{lockVersion}',
  access: 'session',
  params: ofDraft,
  response: z.object({
    changes: z.array(
      z.object({
        uuid: z.string(),
        /** The block on which the change is based; null for a new block. */
        before: draftVersion.nullable(),
        /** Null for a deleted block. */
        after: draftVersion.nullable(),
        previous: z.string().nullable(),
      }),
    ),
  }),
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT'],
})

/** Deletes one of the caller's drafts. Idempotent. */
export const deleteDraft = operation({
  name: 'deleteDraft',
  method: 'DELETE',
  path: '/transcripts/{id}/drafts/{lockVersion}',
  access: 'session',
  params: ofDraft,
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT'],
})
