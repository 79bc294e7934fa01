import * as z from 'zod'
import { id, instant, person, success } from './fields.ts'
import { operation } from './operation.ts'
import { speaker } from './speakers.ts'

/** Word types as numbered in the specification; 0 is any other part of speech. */
export const termType = z.union([z.literal(0), z.literal(1), z.literal(3), z.literal(7)])

/** A spoken token. Times in seconds of the recording, `offset` in UTF-16 code units of its block. */
export const term = z.object({
  text: z.string(),
  start_time: z.number(),
  end_time: z.number(),
  offset: z.int(),
  type: termType,
  /** Weight of the term in its file, 0 to 1. */
  score: z.number(),
  base: z.string(),
  reading: z.string(),
  /** The recogniser's confidence, 0 to 1. */
  confidence: z.number(),
})
export type Term = z.infer<typeof term>

/** A sentiment that a client or a file sends. */
export const writtenSentiment = z.number().min(-1_000).max(1_000)

export const tagUsage = z.object({ tag_id: z.int(), text: z.string(), offset: z.int(), tag_uuid: z.string() })
export type TagUsage = z.infer<typeof tagUsage>

export const block = z.object({
  id: z.int(),
  transcript_id: z.int(),
  uuid: z.string(),
  start_time: z.number(),
  end_time: z.number(),
  content: z.string(),
  /** Above 0 positive, 0 neutral, below 0 negative. */
  sentiment: z.number(),
  /** Present if a person chose the sentiment. An analysis does not replace it. */
  is_sentiment_manual: z.boolean().optional(),
  section_name: z.string().nullable(),
  is_break: z.boolean(),
  speaker_id: z.int().nullable(),
  speaker: speaker.nullable(),
  project_file_id: z.int(),
  terms: z.array(term),
  tags: z.array(tagUsage),
  length: z.int(),
})
export type Block = z.infer<typeof block>

export const transcriptStatus = z.enum(['created', 'waiting', 'processing', 'completed', 'failed', 'canceled'])

export const transcript = z.object({
  id: z.int(),
  status: transcriptStatus,
  block_order: z.array(z.string()),
  /** Raised by every save; gives the order of events. */
  revision: z.int(),
  last_edited_by: person.nullable(),
  last_edited_at: instant.nullable(),
})
export type Transcript = z.infer<typeof transcript>

/** The lock of a file in editing: its holder, its expiry, and the blocks changed so far. There is at most one lock per file. */
export const editLock = z.object({
  by: person,
  /** Blocks changed since the lock was taken; others cannot tag them. */
  locked_block_uuids: z.array(z.string()),
  /** Expires then, unless it is requested or saved again. */
  until: instant,
  /**
   * Raised each time the lock is taken; a save with an older version is refused if someone else has taken the lock
   * since.
   */
  version: z.int(),
})
export type EditLock = z.infer<typeof editLock>

export const transcriptResponse = z.object({
  transcript,
  blocks: z.record(z.string(), block),
  /** Media base URL; its grant ends with the reader's access. */
  url: z.string(),
  /** The current edit lock; null while the file is not being edited. */
  lock: editLock.nullable().optional(),
})
export type TranscriptResponse = z.infer<typeof transcriptResponse>

export const getTranscript = operation({
  name: 'getTranscript',
  answer: 'stream',
  method: 'GET',
  path: '/files/{fileId}/transcript',
  access: 'session',
  params: z.object({ fileId: id }),
  response: transcriptResponse,
  errors: ['E_NOT_FOUND'],
})

/** Characters of `after`, which names chunks by ranges. */
const AFTER_LENGTH = 4_000

/**
 * The text of a file that is still being processed, as far as it came after an earlier read: a page that follows a recording
 * fetches each part once. Chunks of speech are done in any order; `position` is their place in the recording. A transcript
 * that is `completed` has no such text any more: it is read with getTranscript.
 */
export const getProvisionalText = operation({
  name: 'getProvisionalText',
  answer: 'stream',
  method: 'GET',
  path: '/files/{fileId}/transcript/provisional',
  access: 'session',
  params: z.object({ fileId: id }),
  /** `after` as the earlier read answered it; left out or out of date, everything is answered. */
  query: z.object({ after: z.string().max(AFTER_LENGTH).optional() }),
  response: z.object({
    transcript: transcript.omit({ block_order: true }),
    url: z.string(),
    /** The client discards the text it has: the recording is recognised again, or in another language. */
    is_reset: z.boolean(),
    after: z.string(),
    chunks: z.array(z.object({ position: z.int(), blocks: z.array(block) })),
  }),
  errors: ['E_NOT_FOUND'],
})
export type ProvisionalText = z.infer<typeof getProvisionalText.response>

export const reanalyzeTranscript = operation({
  name: 'reanalyzeTranscript',
  method: 'POST',
  path: '/transcripts/{id}/reanalyze',
  access: 'session',
  params: z.object({ id }),
  response: success,
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT'],
})
