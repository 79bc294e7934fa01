import type { Trx } from '../platform/database/database.ts'

/** Returns the uuid of a transcript's block by its id; undefined if not found. */
export const findBlockUuid = async (trx: Trx, transcriptId: number, id: number): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('blocks')
      .select('uuid')
      .where('transcript_id', '=', transcriptId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.uuid
