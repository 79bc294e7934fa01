import type { Hit } from '@kaiwa/contract/search.ts'
import { snippetOf } from './snippet.ts'

export type HitRow = { uuid: string; start_time: number; content: string }

/** A matching block in the form shown in lists. */
export const presentHit = (row: HitRow, title: string, words: string): Hit => ({
  id: row.uuid,
  title,
  start_time: row.start_time,
  ...snippetOf(row.content, words),
  remain: 0,
})
