// The talk of a folder's files side by side: who speaks how much, how long and how fast.
import * as z from 'zod'
import { id, instant, page, pageQuery } from './fields.ts'
import { file } from './files.ts'
import { scopeQuery } from './folder-scope.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'
import { NO_SPEAKER } from './report-pairs.ts'
import { speaker } from './speakers.ts'
import { TALK_DIRECTIONS, TALK_ORDERS } from './talk-orders.ts'

/** Unit of the pace: characters per minute in Japanese, words per minute in English. */
const talkUnit = z.enum(['characters', 'words'])
export type TalkUnit = z.infer<typeof talkUnit>

const times = z.object({ count: z.int(), seconds: z.number() }).readonly()

/** Figures of one speaker of a file, or of all of them together. Times in seconds. */
const talkFigures = z.object({
  /** Talk time; of all speakers together, the sum of theirs. */
  seconds: z.number(),
  /** Part of the talk time of all speakers, 0 to 1. */
  share: z.number(),
  turns: z.int(),
  median_turn: z.number(),
  /** The longest turn: its first block, its start in the recording, its length. */
  longest: z.object({ uuid: z.string(), start: z.number(), seconds: z.number() }).readonly(),
  /** Per minute of talk time; null without talk time. */
  pace: z.number().nullable(),
  /** Silences within turns. */
  pauses: times,
  /** Times at which more than one speaker talks. */
  overlaps: times,
  questions: z.int(),
})
export type TalkFigures = Readonly<z.infer<typeof talkFigures>>

const talkSpeaker = speaker.pick({ id: true, name: true, avatar: true })

const talkRow = z.object({
  project_file: file.pick({ id: true, title: true, project_id: true }).extend({ created_at: instant }),
  unit: talkUnit,
  /** End of the last block in seconds. */
  duration: z.number(),
  /** The transcript has changed since. The figures are computed again in the background. */
  is_outdated: z.boolean(),
  /** Of all speakers, or of the chosen one. */
  figures: talkFigures,
  /** The longest talk time first, at most `LIMITS.talkSpeakersPerFile`; `speaker_count` counts all. */
  speakers: z.array(talkFigures.extend({ speaker: talkSpeaker.nullable() })),
  speaker_count: z.int(),
})
export type TalkRow = z.infer<typeof talkRow>

/**
 * Files of a folder with the figures of their Talk tabs, 50 per page. Only files with a completed transcript that has text.
 * Files without a value of the order come last; files with equal values are ordered by id, newest first.
 */
export const listFolderTalk = operation({
  name: 'listFolderTalk',
  method: 'GET',
  path: '/projects/{projectId}/talk',
  access: 'session',
  params: z.object({ projectId: id }),
  query: z.object({
    scope: scopeQuery,
    /** Only files in which this speaker talks, with the figures of this one; -1: blocks without a speaker. */
    speaker: z.coerce
      .number()
      .int()
      .min(NO_SPEAKER)
      .max(LIMITS.integerMax)
      .refine((value) => value !== 0)
      .optional(),
    sort: z.enum(TALK_ORDERS).default('created'),
    direction: z.enum(TALK_DIRECTIONS).default('desc'),
    page: pageQuery,
  }),
  response: page(talkRow).extend({
    /** Number of files on all pages. */
    total: z.int(),
    /** Files whose figures are not computed yet, or are outdated. */
    pending: z.int(),
    /** Speakers of all files, whichever one is chosen: the longest talk time first, at most `LIMITS.talkSpeakers`. */
    speakers: z.array(z.object({ speaker: talkSpeaker.nullable(), seconds: z.number(), file_count: z.int() })),
  }),
  errors: ['E_NOT_FOUND'],
})
export type FolderTalk = z.infer<typeof listFolderTalk.response>
