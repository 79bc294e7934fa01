import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'

/** Folders of a speaker, without a permission check; folders in the trash excluded. */
export const foldersOfSpeaker = async (trx: Trx, speakerId: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('project_speakers')
    .innerJoin('projects', 'projects.id', 'project_speakers.project_id')
    .innerJoin('items', 'items.id', 'projects.item_id')
    .select('project_id')
    .where('speaker_id', '=', speakerId)
    .where('items.trash_id', 'is', null)
    .orderBy('project_id')
    .execute()
  return rows.map(({ project_id }) => project_id)
}

/**
 * Files in which a speaker has blocks, without a permission check; in ascending order, so that locks are always taken
 * in the same order.
 */
export const filesOfSpeaker = async (trx: Trx, speakerId: number): Promise<{ id: number; is_trashed: boolean }[]> => {
  const { rows } = await sql<{ id: number; is_trashed: boolean }>`
    select distinct transcripts.file_id as id, items.trash_id is not null as is_trashed from blocks
    join transcripts on transcripts.id = blocks.transcript_id
    join files on files.id = transcripts.file_id join items on items.id = files.item_id
    where blocks.speaker_id = ${speakerId} order by 1
  `.execute(trx)
  return rows
}

/** Removes a speaker from all folders. The row is kept and refers to the speaker it was merged into. */
export const removeSpeaker = async (trx: Trx, speakerId: number, becameId: number): Promise<void> => {
  await sql`
    insert into project_speakers (project_id, speaker_id)
    select project_id, ${becameId} from project_speakers where speaker_id = ${speakerId} on conflict do nothing
  `.execute(trx)
  await trx.deleteFrom('project_speakers').where('speaker_id', '=', speakerId).execute()
  await trx.updateTable('speakers').set({ merged_into: becameId }).where('id', '=', speakerId).execute()
}
