// A transcript as Kaiwa's own JSON format. It is complete, so that an import gives the same transcript. Documented in
// docs/transcript-format.md. A later version may only add fields that this version can ignore; otherwise it must raise
// the version number.

import { LIMITS } from '@kaiwa/contract/limits.ts'
import { list } from '@kaiwa/contract/list.ts'
import { tagUsage, term, writtenSentiment } from '@kaiwa/contract/transcripts.ts'
import * as z from 'zod'

export const FORMAT = 'kaiwa-transcript'
export const VERSION = 1

/** Maximum length of names in a file; they are shortened to the product's limit on import. */
const NAME = 1_000
/** Maximum of speakers, categories or tags in one file. */
const PEOPLE_AND_TAGS = 10_000

/**
 * A block in the file. Omitted fields are filled in: times of words in proportion to the morae, uuids with new ones.
 */
const fileBlock = z.object({
  uuid: z.uuid().optional(),
  start_time: z.number(),
  end_time: z.number(),
  content: z.string().max(LIMITS.blockLength),
  sentiment: writtenSentiment.optional(),
  /** A person chose the sentiment. */
  is_sentiment_manual: z.boolean().optional(),
  section_name: z.string().max(NAME).nullable().default(null),
  is_break: z.boolean().default(false),
  speaker_id: z.int().nullable().default(null),
  terms: list(term, LIMITS.termsPerBlock).optional(),
  tags: list(tagUsage, LIMITS.tagsPerBlock).default([]),
})
export type FileBlock = z.output<typeof fileBlock>

export const transcriptFile = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** An instant as ISO 8601 in UTC. */
  exported_at: z.string().max(NAME).optional(),
  /** The recording. Its `id` is constant as long as the file exists. */
  recording: z
    .object({
      id: z.string().max(NAME).optional(),
      title: z.string().max(NAME).default(''),
      file_name: z.string().max(NAME).default(''),
      /** Seconds. */
      duration: z.number().min(0).default(0),
      /** The spoken language; null if unknown. */
      language: z.string().max(NAME).nullable().default(null),
    })
    .default({ title: '', file_name: '', duration: 0, language: null }),
  speakers: list(z.object({ id: z.int(), name: z.string().min(1).max(NAME) }), PEOPLE_AND_TAGS).default([]),
  tag_categories: list(z.object({ id: z.int(), name: z.string().min(1).max(NAME) }), PEOPLE_AND_TAGS).default([]),
  tags: list(
    z.object({
      id: z.int(),
      tag_category_id: z.int(),
      name: z.string().min(1).max(NAME),
      appearance: z.string().regex(/^#[0-9a-f]{6}$/i),
    }),
    PEOPLE_AND_TAGS,
  ).default([]),
  blocks: list(fileBlock, LIMITS.blocksPerTranscript),
})

/** In reading order. Times in seconds, offsets in UTF-16 code units. */
export type TranscriptFile = z.output<typeof transcriptFile>
