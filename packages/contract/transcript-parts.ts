// The transcript in the form that our page reads: parts in reading order, words as columns. A sixth of the text of
// getTranscript, and a page shows the first part before the others have arrived.
import * as z from 'zod'
import { id } from './fields.ts'
import { operation } from './operation.ts'
import { speaker } from './speakers.ts'
import { block, editLock, termType, transcript } from './transcripts.ts'

/**
 * The words of a part, one entry per word in each column. The text of a word is the passage of its block at its offset, so
 * it is not sent.
 */
export const wordColumns = z.object({
  /** Number of words of each block of the part. */
  counts: z.array(z.int()),
  /**
   * `ms`: `starts` are milliseconds since the end of the word before (of 0 for the first of a part), `ends` durations.
   * `s`: both are seconds of the recording, for times that are no whole milliseconds.
   */
  unit: z.enum(['ms', 's']),
  starts: z.array(z.number()),
  ends: z.array(z.number()),
  /** UTF-16 code units since the end of the word before in the same block. */
  gaps: z.array(z.int()),
  /** Length of the text in UTF-16 code units. */
  lengths: z.array(z.int()),
  /** Index in the dictionary of the answer. */
  forms: z.array(z.int()),
  confidences: z.array(z.number()),
})
export type WordColumns = z.infer<typeof wordColumns>

/** Entries of the dictionary, which grows with each part: what the words of a language have in common. */
export const wordForms = z.object({
  bases: z.array(z.string()),
  readings: z.array(z.string()),
  types: z.array(termType),
  scores: z.array(z.number()),
})
export type WordForms = z.infer<typeof wordForms>

export const partBlock = block.omit({
  transcript_id: true,
  project_file_id: true,
  speaker: true,
  terms: true,
  length: true,
})
export type PartBlock = z.infer<typeof partBlock>

export const transcriptPart = z.object({
  /** Index of the first block in reading order. */
  position: z.int(),
  blocks: z.array(partBlock),
  words: wordColumns,
  /** Appended to the dictionary before the words are read. */
  new_forms: wordForms,
})
export type TranscriptPart = z.infer<typeof transcriptPart>

/**
 * Streams the parts from the block at which the page opens to the end, then the blocks before it. Without a place, the
 * parts begin at the start. Each part is a separate line, so that a client can read it before the answer is complete.
 */
export const getTranscriptParts = operation({
  name: 'getTranscriptParts',
  answer: 'stream',
  method: 'GET',
  path: '/files/{fileId}/transcript/parts',
  access: 'session',
  params: z.object({ fileId: id }),
  /** The place: a block, or seconds of the recording. An unknown block counts as none. */
  query: z.object({ block: z.uuid().optional(), time: z.coerce.number().min(0).optional() }),
  response: z.object({
    transcript: transcript.omit({ block_order: true }),
    block_count: z.int(),
    speakers: z.array(speaker),
    url: z.string(),
    lock: editLock.nullable(),
    parts: z.array(transcriptPart),
  }),
  errors: ['E_NOT_FOUND'],
})
export type TranscriptPartsHead = Omit<z.infer<typeof getTranscriptParts.response>, 'parts'>
