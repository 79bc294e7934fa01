import type { Trx } from '../../platform/database/database.ts'

export const countBlocks = async (trx: Trx, transcriptId: number): Promise<number> =>
  (
    await trx
      .selectFrom('blocks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('transcript_id', '=', transcriptId)
      .executeTakeFirstOrThrow()
  ).count
