// Texts of blocks in normal form, in which search finds words. The backlog is the range of blocks that were written before
// search existed and have no text yet.
import { normalise } from '@kaiwa/language'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { BATCH_BLOCKS, BATCH_TEXT, textBatches } from './text-batches.ts'

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
    await sql`
      insert into block_texts (block_id, transcript_id, position, normal)
      select block.id, block.transcript_id, block.position, new.normal
      from jsonb_to_recordset(${jsonb(texts)}) as new (uuid uuid, normal text)
      join blocks block on block.transcript_id = ${transcriptId} and block.uuid = new.uuid
      on conflict (block_id) do update set normal = excluded.normal where block_texts.normal <> excluded.normal
    `.execute(trx)
  }
}

/** Whether blocks without a search text are left. */
export async function hasTextBacklog(db: Db): Promise<boolean> {
  return (await db.selectFrom('block_texts_backlog').select('next_id').executeTakeFirst()) !== undefined
}

/** Adds the search texts of one batch of the backlog, in the order of the blocks' ids. Returns true if there is more. */
export async function reduceTextBacklog(trx: Trx): Promise<boolean> {
  const backlog = await trx.selectFrom('block_texts_backlog').selectAll().forUpdate().executeTakeFirst()
  if (!backlog) return false
  const next = trx
    .selectFrom('blocks')
    .select([
      'id',
      sql<number>`row_number() over (order by id)`.as('number'),
      sql<number>`sum(octet_length(content)) over (order by id)`.as('bytes'),
    ])
    .where('id', '>=', backlog.next_id)
    .where('id', '<=', backlog.last_id)
    .orderBy('id')
    .limit(BATCH_BLOCKS)
  const blocks = await trx
    .selectFrom('blocks')
    .innerJoin(next.as('next'), 'next.id', 'blocks.id')
    .select(['blocks.id', 'blocks.transcript_id', 'blocks.position', 'blocks.content'])
    .where((eb) => eb.or([eb('next.number', '=', 1), eb('next.bytes', '<=', BATCH_TEXT)]))
    .orderBy('blocks.id')
    // Concurrent updates are allowed, and their newer text is kept; deletions must wait.
    .forKeyShare('blocks')
    .execute()
  const last = blocks.at(-1)
  if (!last) {
    // A concurrent import or restore may have deleted the whole batch while this statement waited: others can follow it.
    const remaining = await trx
      .selectFrom('blocks')
      .select('id')
      .where('id', '>=', backlog.next_id)
      .where('id', '<=', backlog.last_id)
      .limit(1)
      .executeTakeFirst()
    if (remaining) return true
    await trx.deleteFrom('block_texts_backlog').execute()
    return false
  }
  const texts = blocks.map(({ content, ...block }) => ({ ...block, normal: normalise(content) }))
  await sql`
    insert into block_texts (block_id, transcript_id, position, normal)
    select id, transcript_id, position, normal
    from jsonb_to_recordset(${jsonb(texts)}) as new (id integer, transcript_id integer, position numeric, normal text)
    on conflict (block_id) do nothing
  `.execute(trx)
  await trx
    .updateTable('block_texts_backlog')
    .set({ next_id: last.id + 1 })
    .execute()
  return true
}
