import type { listHits as contract } from '@kaiwa/contract/search.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type SqlBool, sql } from 'kysely'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { visibleItems } from '../tree/access.ts'
import { hasWords } from './find-files.ts'
import { wantedOf } from './grams.ts'
import { type HitRow, presentHit } from './present-hit.ts'

/** All hits in one file, page by page. */
export const listHits: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const wanted = await wantedOf(app.db, query.query)
  const { rows } = await sql<{ title: string; total: number; hits: HitRow[] | null }>`
    select file.title, (select count(*)::integer from block_texts text where ${inFile(wanted)}) as total, (
      select json_agg(hit order by hit.position) from (
        select block.uuid, block.start_time, block.content, block.position
        from block_texts text join blocks block on block.id = text.block_id
        where ${inFile(wanted)}
        order by text.position limit ${LIMITS.filesPerPage} offset ${(query.page - 1) * LIMITS.filesPerPage}
      ) hit) as hits
    from ${visibleItems(app.db, actor)} item
    join files file on file.item_id = item.id
    left join transcripts transcript on transcript.file_id = file.id and transcript.status = 'completed'
    where file.id = ${params.fileId}
  `.execute(app.db)
  const [file] = rows
  if (!file) throw new Refusal('E_NOT_FOUND')
  return {
    data: (file.hits ?? []).map((row) => presentHit(row, file.title, query.query)),
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(file.total / LIMITS.filesPerPage)),
  }
}

const inFile = (wanted: Awaited<ReturnType<typeof wantedOf>>) =>
  wanted ? sql<SqlBool>`text.transcript_id = transcript.id and ${hasWords('text.normal', wanted)}` : sql<SqlBool>`false`
