import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'

/** Folders of a speaker, whoever asks. */
export const foldersOfSpeaker = async (trx: Trx, speakerId: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('project_speakers')
    .select('project_id')
    .where('speaker_id', '=', speakerId)
    .orderBy('project_id')
    .execute()
  return rows.map(({ project_id }) => project_id)
}

/** Files in which a speaker says something, whoever asks; in ascending order, so that locks are taken in one order. */
export const filesOfSpeaker = async (trx: Trx, speakerId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct transcripts.file_id as id from blocks
    join transcripts on transcripts.id = blocks.transcript_id
    where blocks.speaker_id = ${speakerId} order by 1
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/** Takes a speaker out of all folders; the row stays and says whom it became. */
export const removeSpeaker = async (trx: Trx, speakerId: number, becameId: number): Promise<void> => {
  const folders = await foldersOfSpeaker(trx, speakerId)
  await trx
    .insertInto('project_speakers')
    .values(folders.map((project_id) => ({ project_id, speaker_id: becameId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx.deleteFrom('project_speakers').where('speaker_id', '=', speakerId).execute()
  await trx.updateTable('speakers').set({ merged_into: becameId }).where('id', '=', speakerId).execute()
}
