// Blocks that were written before a table about them existed. A backlog is the range of their ids; batches are taken in the
// order of the ids.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { BATCH_BLOCKS, BATCH_TEXT } from './text-batches.ts'

type Backlog = 'block_texts_backlog' | 'block_keywords_backlog'

/** A block of a batch. */
interface WaitingBlock {
  id: number
  transcript_id: number
  position: string
  content: string
}

/** Whether blocks of the backlog are left. */
export async function hasBacklog(db: Db, backlog: Backlog): Promise<boolean> {
  return (await db.selectFrom(backlog).select('next_id').executeTakeFirst()) !== undefined
}

/** Passes the next batch to `write`, which must leave rows alone that exist. Returns true if there is more. */
export async function reduceBacklog(
  trx: Trx,
  backlog: Backlog,
  write: (blocks: readonly WaitingBlock[]) => Promise<void>,
): Promise<boolean> {
  const range = await trx.selectFrom(backlog).selectAll().forUpdate().executeTakeFirst()
  if (!range) return false
  const next = trx
    .selectFrom('blocks')
    .select([
      'id',
      sql<number>`row_number() over (order by id)`.as('number'),
      sql<number>`sum(octet_length(content)) over (order by id)`.as('bytes'),
    ])
    .where('id', '>=', range.next_id)
    .where('id', '<=', range.last_id)
    .orderBy('id')
    .limit(BATCH_BLOCKS)
  const blocks = await trx
    .selectFrom('blocks')
    .innerJoin(next.as('next'), 'next.id', 'blocks.id')
    .select(['blocks.id', 'blocks.transcript_id', 'blocks.position', 'blocks.content'])
    .where((eb) => eb.or([eb('next.number', '=', 1), eb('next.bytes', '<=', BATCH_TEXT)]))
    .orderBy('blocks.id')
    // Concurrent updates are allowed, and what they write is kept; deletions must wait.
    .forKeyShare('blocks')
    .execute()
  const last = blocks.at(-1)
  if (!last) {
    // A concurrent import or restore may have deleted the whole batch while this statement waited: others can follow it.
    const remaining = await trx
      .selectFrom('blocks')
      .select('id')
      .where('id', '>=', range.next_id)
      .where('id', '<=', range.last_id)
      .limit(1)
      .executeTakeFirst()
    if (remaining) return true
    await trx.deleteFrom(backlog).execute()
    return false
  }
  await write(blocks)
  await trx
    .updateTable(backlog)
    .set({ next_id: last.id + 1 })
    .execute()
  return true
}
