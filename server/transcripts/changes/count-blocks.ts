import type { Db, Trx } from '../../platform/database/database.ts'

export const countBlocks = async (db: Db | Trx, transcriptId: number): Promise<number> =>
  (
    await db
      .selectFrom('blocks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('transcript_id', '=', transcriptId)
      .executeTakeFirstOrThrow()
  ).count
