// The journal of a transcript: every save with who and when, what it changed, and the way back to any of them.

import * as z from 'zod'
import { editLock } from './edit-lock.ts'
import { count, countQuery, id, instant, integer, page, pageQuery, person } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'
import { block } from './transcripts.ts'

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
])

/** One revision of a transcript. Revision 0 is the machine's original. */
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

/** Newest first; only the revisions that touched `block_uuid` when it is given. */
export const listTranscriptHistory = operation({
  name: 'listTranscriptHistory',
  method: 'GET',
  path: '/transcripts/{id}/history',
  access: 'session',
  params: z.object({ id }),
  query: z.object({ page: pageQuery, block_uuid: z.uuid().optional() }),
  response: page(historyEntry),
  errors: ['E_NOT_FOUND'],
})

/** A block as one revision left it. */
export const blockVersion = block.pick({
  uuid: true,
  start_time: true,
  end_time: true,
  content: true,
  section_name: true,
  is_break: true,
  speaker_id: true,
  terms: true,
  tags: true,
})
export type BlockVersion = z.infer<typeof blockVersion>

/** What a revision changed: blocks before and after it, in reading order; null where there was or is none. */
export const getTranscriptRevision = operation({
  name: 'getTranscriptRevision',
  method: 'GET',
  path: '/transcripts/{id}/history/{revision}',
  access: 'session',
  params: z.object({ id, revision: countQuery }),
  query: z.object({ block_uuid: z.uuid().optional() }),
  response: z.object({
    entry: historyEntry,
    changes: z.array(z.object({ uuid: z.string(), before: blockVersion.nullable(), after: blockVersion.nullable() })),
  }),
  errors: ['E_NOT_FOUND'],
})

/** Makes blocks (all, unless some are named) as they were at a revision. It is a save of its own and needs the lock. */
export const restoreTranscript = operation({
  name: 'restoreTranscript',
  method: 'POST',
  path: '/transcripts/{id}/restore',
  access: 'session',
  params: z.object({ id }),
  body: z.object({
    revision: count,
    block_uuids: list(z.uuid(), LIMITS.changesPerSave).min(1).optional(),
    lock_version: integer.optional(),
  }),
  response: z.object({ revision: z.int(), lock: editLock.nullable() }),
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED'],
})
