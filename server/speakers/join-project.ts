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
