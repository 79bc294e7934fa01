import * as z from 'zod'
import { id, page, pageQuery, success } from './fields.ts'
import { operation } from './operation.ts'
import { termType, writtenSentiment } from './transcripts.ts'

/**
 * Sets the emotion of a block by hand: above 0 positive, 0 neutral, below 0 negative. Needs no edit lock. E_LOCKED:
 * another person, who holds the lock, has changed the block.
 */
export const changeSentiment = operation({
  name: 'changeSentiment',
  method: 'PATCH',
  path: '/blocks/sentiment',
  access: 'session',
  body: z.object({ block_uuid: z.uuid(), sentiment: writtenSentiment }),
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED'],
})

export const keyword = z.object({
  /** Dictionary form. */
  base: z.string(),
  type: termType,
  count: z.int(),
  /** Weight in the file, 0 to 1. */
  score: z.number(),
  /** Share of each speaker in the occurrences, 0 to 1, the largest first. */
  speakers: z.array(z.object({ speaker_id: z.int().nullable(), share: z.number() })),
})

/** The content words of a transcript, the heaviest first. A transcript that is not completed has none. */
export const listKeywords = operation({
  name: 'listKeywords',
  method: 'GET',
  path: '/files/{fileId}/keywords',
  access: 'session',
  params: z.object({ fileId: id }),
  query: z.object({ page: pageQuery }),
  response: page(keyword),
  errors: ['E_NOT_FOUND'],
})
