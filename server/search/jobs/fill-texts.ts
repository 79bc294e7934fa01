// Adds the search texts of blocks written before search existed: in order of their ids, one batch per transaction, so
// that it resumes after a kill.
import { normalise } from '@kaiwa/language'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { job } from '../../platform/jobs/job.ts'

const BATCH = 500

/** Returns true if there is more to do. */
export const fillBatch = (db: Db): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const backlog = await trx.selectFrom('block_texts_backlog').selectAll().forUpdate().executeTakeFirst()
    if (!backlog) return false
    const blocks = await trx
      .selectFrom('blocks')
      .select(['id', 'transcript_id', 'position', 'content'])
      .where('id', '>=', backlog.next_id)
      .where('id', '<=', backlog.last_id)
      .orderBy('id')
      .limit(BATCH)
      // Concurrent updates are allowed, and their newer text is kept; deletions must wait.
      .forKeyShare()
      .execute()
    const last = blocks.at(-1)
    if (!last) {
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
  })

export const fillTexts = job<Record<string, never>>({
  name: 'search.fill-texts',
  unique: 'queued',
  run: async (_, { app, signal }) => {
    while (!signal.aborted && (await fillBatch(app.db)));
  },
})
