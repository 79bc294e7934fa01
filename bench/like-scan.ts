import { normalise } from '@kaiwa/language'
import { sql } from 'kysely'
import type { FileSearch } from '../server/search/store/find-files.ts'
import type { Db } from '../server/platform/database/database.ts'
import { isBelow, visibleItems } from '../server/tree/store/access.ts'
import { nameContains } from '../server/tree/store/name-search.ts'

/** File ids of the first page, found by scanning all texts. */
export async function likeScan(
  db: Db,
  { actor, below, words, order, limit }: Pick<FileSearch, 'actor' | 'below' | 'words' | 'order' | 'limit'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with said as materialized (
      select transcript_id, count(*) as total, (array_agg(block_id order by position))[1:3] as block_ids
      from block_texts text where text.normal like ${`%${normalise(words).replaceAll(/[\\%_]/g, '\\$&')}%`}
      group by transcript_id
    )
    select file.id, said.total, said.block_ids
    from ${visibleItems(db, actor)} item
    join files file on file.item_id = item.id and ${isBelow(sql.ref('item.path'), sql.val(below))}
    left join transcripts transcript on transcript.file_id = file.id and transcript.status = 'completed'
    left join said on said.transcript_id = transcript.id
    where said.total > 0 or ${nameContains(sql.ref('file.title'), words)}
    order by ${order} limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
