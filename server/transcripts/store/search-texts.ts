// Texts of blocks in normal form, in which search finds words.
import { normalise } from '@kaiwa/language'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { hasBacklog, reduceBacklog } from './block-backlog.ts'
import { textBatches } from './text-batches.ts'

interface Written {
  uuid: string
  content: string
}

/**
 * Updates the search texts of blocks. Must be called in the transaction that writes the text of a block, so that search
 * results are always current. Deleted blocks need no call.
 */
export async function saveSearchTexts(trx: Trx, transcriptId: number, blocks: readonly Written[]): Promise<void> {
  for (const batch of textBatches(blocks, ({ content }) => content.length)) {
    const texts = batch.map(({ uuid, content }) => ({ uuid, normal: normalise(content) }))
    // The limit makes PostgreSQL find each block by its index: it expects 100 texts, for which a join would read every
    // block of the transcript.
    await sql`
      insert into block_texts (block_id, transcript_id, position, normal)
      select block.id, block.transcript_id, block.position, new.normal
      from jsonb_to_recordset(${jsonb(texts)}) as new (uuid uuid, normal text)
      cross join lateral (
        select id, transcript_id, position from blocks
        where transcript_id = ${transcriptId} and uuid = new.uuid limit 1
      ) block
      on conflict (block_id) do update set normal = excluded.normal where block_texts.normal <> excluded.normal
    `.execute(trx)
  }
}

/** Whether blocks without a search text are left. */
export function hasTextBacklog(db: Db): Promise<boolean> {
  return hasBacklog(db, 'block_texts_backlog')
}

/** Adds the search texts of one batch of the backlog. Returns true if there is more. */
export function reduceTextBacklog(trx: Trx): Promise<boolean> {
  return reduceBacklog(trx, 'block_texts_backlog', async (blocks) => {
    const texts = blocks.map(({ content, ...block }) => ({ ...block, normal: normalise(content) }))
    await sql`
      insert into block_texts (block_id, transcript_id, position, normal)
      select id, transcript_id, position, normal
      from jsonb_to_recordset(${jsonb(texts)}) as new (id integer, transcript_id integer, position numeric, normal text)
      on conflict (block_id) do nothing
    `.execute(trx)
  })
}
