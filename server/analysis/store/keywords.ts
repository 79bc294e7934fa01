import type { Term } from '@kaiwa/contract/transcripts.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { visibleItems } from '../../tree/store/access.ts'

interface KeywordRow {
  base: string
  type: Term['type']
  count: number
  score: number
  speakers: { speaker_id: number | null; count: number }[]
}

/** A page of the content words of a completed transcript, the heaviest first, and their number; none without access. */
export async function findKeywords(
  db: Db,
  actor: Actor,
  fileId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: KeywordRow[]; total: number }> {
  const blocks = db
    .selectFrom(visibleItems(db, actor).as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .innerJoin('transcripts', 'transcripts.file_id', 'file.id')
    .innerJoin('blocks', 'blocks.transcript_id', 'transcripts.id')
    .select(['blocks.speaker_id', 'blocks.terms'])
    .where('file.id', '=', fileId)
    .where('transcripts.status', '=', 'completed')
  const { rows } = await sql<{ data: KeywordRow[]; total: number }>`
    with usage as (
      select term.base, term.type, block.speaker_id, count(*) as count, max(term.score) as score
      from ${blocks.as('block')},
        jsonb_to_recordset(block.terms) as term (base text, type integer, score double precision)
      where term.type <> 0 and term.score > 0
      group by term.base, term.type, block.speaker_id
    ), keyword as (
      select base, type, sum(count)::integer as count, max(score) as score,
        json_agg(json_build_object('speaker_id', speaker_id, 'count', count) order by count desc, speaker_id) as speakers
      from usage group by base, type
    )
    select (select count(*)::integer from keyword) as total, coalesce((
      select json_agg(page) from (
        select * from keyword order by score desc, count desc, base, type limit ${limit} offset ${offset}
      ) as page
    ), '[]') as data
  `.execute(db)
  return rows[0] as (typeof rows)[number]
}
