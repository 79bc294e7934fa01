import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'

/** Adds the speakers to a folder. Speakers with blocks in a file always belong to the file's folder. */
export const joinProject = async (trx: Trx, projectId: number, speakerIds: readonly number[]): Promise<void> => {
  if (speakerIds.length === 0) return
  await trx
    .insertInto('project_speakers')
    .values(speakerIds.map((speaker_id) => ({ project_id: projectId, speaker_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The same for all speakers of these files, given by their items. */
export const joinProjectOfFiles = async (trx: Trx, itemIds: readonly number[], projectId: number): Promise<void> => {
  await sql`
    insert into project_speakers (project_id, speaker_id)
    select distinct ${projectId}::integer, blocks.speaker_id
    from files join transcripts on transcripts.file_id = files.id join blocks on blocks.transcript_id = transcripts.id
    where files.item_id = any(${[...itemIds]}::integer[]) and blocks.speaker_id is not null
    on conflict do nothing
  `.execute(trx)
}
