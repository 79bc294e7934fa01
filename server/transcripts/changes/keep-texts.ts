import { normalise } from '@kaiwa/language'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'

type Written = { uuid: string; content: string }

/**
 * Updates the search texts of blocks. Must be called in the transaction that writes the text of a block, so that search
 * results are always current. Deleted blocks need no call.
 */
export const keepTexts = async (trx: Trx, transcriptId: number, blocks: readonly Written[]): Promise<void> => {
  if (blocks.length === 0) return
  const texts = blocks.map(({ uuid, content }) => ({ uuid, normal: normalise(content) }))
  await sql`
    insert into block_texts (block_id, transcript_id, position, normal)
    select block.id, block.transcript_id, block.position, new.normal
    from jsonb_to_recordset(${jsonb(texts)}) as new (uuid uuid, normal text)
    join blocks block on block.transcript_id = ${transcriptId} and block.uuid = new.uuid
    on conflict (block_id) do update set normal = excluded.normal where block_texts.normal <> excluded.normal
  `.execute(trx)
}
