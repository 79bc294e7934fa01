import type { Hit } from '@kaiwa/contract/search.ts'
import type { HitRow } from './store/hits.ts'
import { snippetOf } from './snippet.ts'

/** A matching block in the form shown in lists. */
export const presentHit = (row: HitRow, title: string, words: string): Hit => ({
  id: row.uuid,
  title,
  start_time: row.start_time,
  ...snippetOf(row.content, words),
  remain: 0,
})
