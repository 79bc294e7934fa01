// The journal of a transcript: every save with person, time and changes, and the restore of any revision.

import * as z from 'zod'
import { blockUuid, count, countQuery, id, instant, integer, page, pageQuery, person } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'
import { block, editLock } from './transcripts.ts'

export const historyKind = z.enum([
  'original',
  'edit',
  'speaker',
  'section',
  'tag',
  'merge',
  'restore',
  'import',
  'analysis',
  'sentiment',
])

/** One revision of a transcript. Revision 0 is the original recognition. */
export const historyEntry = z.object({
  revision: z.int(),
  kind: historyKind,
  edited_by: person.nullable(),
  edited_at: instant,
  /** Numbers of blocks. */
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** Newest first; with `block_uuid`, only revisions that changed this block. */
export const listTranscriptHistory = operation({
  name: 'listTranscriptHistory',
  method: 'GET',
  path: '/transcripts/{id}/history',
  access: 'session',
  params: z.object({ id }),
  query: z.object({ page: pageQuery, block_uuid: blockUuid.optional() }),
  response: page(historyEntry),
  errors: ['E_NOT_FOUND'],
})

/** A block in the state of one revision. */
export const blockVersion = block.pick({
  uuid: true,
  start_time: true,
  end_time: true,
  content: true,
  sentiment: true,
  is_sentiment_manual: true,
  section_name: true,
  is_break: true,
  speaker_id: true,
  terms: true,
  tags: true,
})
export type BlockVersion = z.infer<typeof blockVersion>

/** The changes of a revision: blocks before and after it, in reading order; null if the block did not exist. */
export const getTranscriptRevision = operation({
  name: 'getTranscriptRevision',
  answer: 'stream',
  method: 'GET',
  path: '/transcripts/{id}/history/{revision}',
  access: 'session',
  params: z.object({ id, revision: countQuery }),
  query: z.object({ block_uuid: blockUuid.optional() }),
  response: z.object({
    entry: historyEntry,
    changes: z.array(z.object({ uuid: z.string(), before: blockVersion.nullable(), after: blockVersion.nullable() })),
  }),
  errors: ['E_NOT_FOUND'],
})

/** Restores blocks (all by default) to a revision. This is a new save and requires the lock. */
export const restoreTranscript = operation({
  name: 'restoreTranscript',
  method: 'POST',
  path: '/transcripts/{id}/restore',
  access: 'session',
  params: z.object({ id }),
  body: z.object({
    revision: count,
    block_uuids: list(blockUuid, LIMITS.changesPerSave).min(1).optional(),
    lock_version: integer.optional(),
  }),
  response: z.object({ revision: z.int(), lock: editLock.nullable() }),
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED', 'E_UNPROCESSABLE_ENTITY'],
})
