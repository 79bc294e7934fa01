import * as z from 'zod'
import { id, page, pageQuery } from './fields.ts'
import { operation } from './operation.ts'

/** Search text, from one character. */
export const searchWords = z.string().max(200)

/** A block that matches the search. `id` is its uuid, `title` that of its file, `start_time` in seconds. */
export const hit = z.object({
  id: z.string(),
  title: z.string(),
  start_time: z.number(),
  /** An excerpt of the text around the first match. */
  content: z.string(),
  /** Ranges of the matches in `content`, in UTF-16 code units. */
  marks: z.array(z.object({ start: z.int(), end: z.int() })),
  /** On the last shown hit: number of further hits in its file; otherwise 0. */
  remain: z.int(),
})
export type Hit = z.infer<typeof hit>

/** All hits of one file in recording order, 50 per page. */
export const listHits = operation({
  name: 'listHits',
  method: 'GET',
  path: '/files/{fileId}/hits',
  access: 'session',
  params: z.object({ fileId: id }),
  query: z.object({ query: searchWords, page: pageQuery }),
  response: page(hit),
  errors: ['E_NOT_FOUND'],
})
