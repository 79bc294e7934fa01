import { setImmediate } from 'node:timers/promises'
import type { Hit } from '@kaiwa/contract/search.ts'
import type { HitRow } from './store/hits.ts'
import { snippetOf } from './snippet.ts'

/** A matching block in the form shown in lists. */
function presentHit(row: HitRow, title: string, words: string): Hit {
  return {
    id: row.uuid,
    title,
    start_time: row.start_time,
    ...snippetOf(row.content, words),
    remain: 0,
  }
}

/** UTF-16 code units that are searched between two turns of the event loop: at most some 100 ms. */
const TEXT_PER_TURN = 100_000

/** Matching blocks in the form shown in lists. Long texts are searched in several turns of the event loop. */
export async function presentHits(rows: readonly HitRow[], title: string, words: string): Promise<Hit[]> {
  const hits: Hit[] = []
  let searched = 0
  for (const row of rows) {
    searched += row.content.length
    if (searched > TEXT_PER_TURN) {
      await setImmediate()
      searched = row.content.length
    }
    hits.push(presentHit(row, title, words))
  }
  // Other requests run before the hits of the next file.
  if (searched > TEXT_PER_TURN / 2) await setImmediate()
  return hits
}
