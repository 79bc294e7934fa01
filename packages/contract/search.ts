import * as z from 'zod'
import { id, page, pageQuery } from './fields.ts'
import { operation } from './operation.ts'

/** What is searched for: from one character on. */
export const searchWords = z.string().max(200)

/** A block in which the words were found. `id` is its uuid, `title` its file's, `start_time` in seconds. */
export const hit = z.object({
  id: z.string(),
  title: z.string(),
  start_time: z.number(),
  /** A stretch of the text around the first place. */
  content: z.string(),
  /** Where the words stand in `content`: UTF-16 code units. */
  marks: z.array(z.object({ start: z.int(), end: z.int() })),
  /** Of the last one shown: how many more hits its file has; 0 otherwise. */
  remain: z.int(),
})
export type Hit = z.infer<typeof hit>

/** All hits of one file in the order of the recording, 50 a page. */
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
