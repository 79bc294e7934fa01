import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'

/**
 * Puts files, by their items, into a folder. A file's speakers are speakers of its folder: those whom it brings along are
 * so from now on.
 */
export const changeFolder = async (trx: Trx, itemIds: readonly number[], projectId: number): Promise<void> => {
  await trx.updateTable('files').set({ project_id: projectId }).where('item_id', 'in', itemIds).execute()
  await sql`
    insert into project_speakers (project_id, speaker_id)
    select distinct ${projectId}::integer, blocks.speaker_id
    from files join transcripts on transcripts.file_id = files.id join blocks on blocks.transcript_id = transcripts.id
    where files.item_id = any(${itemIds}::integer[]) and blocks.speaker_id is not null
    on conflict do nothing
  `.execute(trx)
}
