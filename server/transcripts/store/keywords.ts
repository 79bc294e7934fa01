// The different keywords of each block, computed from its words by PostgreSQL. A keyword is a word with a weight of one of
// `KEYWORD_OPTIONS`; function words and fillers have no weight.
import { KEYWORD_OPTIONS } from '@kaiwa/contract/report-pairs.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { hasBacklog, reduceBacklog } from './block-backlog.ts'

const types = sql.raw(`'{${KEYWORD_OPTIONS.join()}}'::integer[]`)

/** Rows of `block_keywords` for the blocks that match, in the order of ids: two writers wait for each other in one order. */
function keywordsOf(condition: RawBuilder<unknown>) {
  return sql`
    select block.id, word.keys, word.counts, word.shown, word.total
    from blocks block cross join lateral (
      select coalesce(array_agg(key order by key), '{}') as keys, coalesce(array_agg(n order by key), '{}') as counts,
        case when bool_or(shown <> substr(key, 3)) then array_agg(shown order by key) end as shown,
        coalesce(sum(n), 0)::integer as total
      from (
        select (type || ':' || lower(base)) collate "C" as key, min(base) as shown, count(*)::integer as n
        from jsonb_to_recordset(block.terms) as word (base text, type integer, score double precision)
        where type = any(${types}) and score > 0 group by 1
      ) word
    ) word
    where ${condition} order by block.id`
}

/** Updates the keywords of blocks. Call it in the transaction that writes their words. Deleted blocks need no call. */
export async function saveKeywords(
  trx: Trx,
  blocks: { ids: readonly number[] } | { transcriptId: number },
): Promise<void> {
  const condition =
    'ids' in blocks
      ? sql`block.id = any(${[...blocks.ids]}::integer[])`
      : sql`block.transcript_id = ${blocks.transcriptId}`
  await sql`
    insert into block_keywords (block_id, keys, counts, shown, total) ${keywordsOf(condition)}
    on conflict (block_id) do update
      set keys = excluded.keys, counts = excluded.counts, shown = excluded.shown, total = excluded.total
      where (block_keywords.keys, block_keywords.counts, block_keywords.shown)
        is distinct from (excluded.keys, excluded.counts, excluded.shown)
  `.execute(trx)
}

/** Whether blocks without keywords are left, which were written by an earlier version. */
export function hasKeywordBacklog(db: Db): Promise<boolean> {
  return hasBacklog(db, 'block_keywords_backlog')
}

/** Adds the keywords of one batch of the backlog. Returns true if there is more. */
export function reduceKeywordBacklog(trx: Trx): Promise<boolean> {
  return reduceBacklog(trx, 'block_keywords_backlog', async (blocks) => {
    const ids = blocks.map(({ id }) => id)
    await sql`
      insert into block_keywords (block_id, keys, counts, shown, total)
      ${keywordsOf(sql`block.id = any(${ids}::integer[])`)}
      on conflict (block_id) do nothing
    `.execute(trx)
  })
}
