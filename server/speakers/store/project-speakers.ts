// The speakers of folders, and the folders and files of speakers.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { assignedRole } from '../../tree/store/access.ts'
import { guest, isExcludedSomewhere } from '../../tree/store/readers.ts'

/** Adds the speakers to a folder. Speakers with blocks in a file always belong to the file's folder. */
export async function addSpeakersToFolder(trx: Trx, projectId: number, speakerIds: readonly number[]): Promise<void> {
  if (speakerIds.length === 0) return
  await trx
    .insertInto('project_speakers')
    .values(speakerIds.map((speaker_id) => ({ project_id: projectId, speaker_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The same for all speakers of these files, given by their items. */
export async function addSpeakersOfFilesToFolder(
  trx: Trx,
  itemIds: readonly number[],
  projectId: number,
): Promise<void> {
  await sql`
    insert into project_speakers (project_id, speaker_id)
    select distinct ${projectId}::integer, blocks.speaker_id
    from files join transcripts on transcripts.file_id = files.id join blocks on blocks.transcript_id = transcripts.id
    where files.item_id = any(${[...itemIds]}::integer[]) and blocks.speaker_id is not null
    on conflict do nothing
  `.execute(trx)
}

/** Folders of a speaker, without a permission check; folders in the trash excluded. */
export async function findFoldersOfSpeaker(trx: Trx, speakerId: number): Promise<number[]> {
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
export async function findFilesOfSpeaker(trx: Trx, speakerId: number): Promise<{ id: number; is_trashed: boolean }[]> {
  const { rows } = await sql<{ id: number; is_trashed: boolean }>`
    select distinct transcripts.file_id as id, items.trash_id is not null as is_trashed from blocks
    join transcripts on transcripts.id = blocks.transcript_id
    join files on files.id = transcripts.file_id join items on items.id = files.item_id
    where blocks.speaker_id = ${speakerId} order by 1
  `.execute(trx)
  return rows
}

/** Replaces a speaker by its successor in all folders. The row is kept and refers to the successor. */
export async function replaceSpeaker(trx: Trx, speakerId: number, successorId: number): Promise<void> {
  await sql`
    insert into project_speakers (project_id, speaker_id)
    select project_id, ${successorId} from project_speakers where speaker_id = ${speakerId} on conflict do nothing
  `.execute(trx)
  await trx.deleteFrom('project_speakers').where('speaker_id', '=', speakerId).execute()
  await trx.updateTable('speakers').set({ merged_into: successorId }).where('id', '=', speakerId).execute()
}

/**
 * Guests who may see one of these speakers in one of these folders without receiving its events: they see all of the
 * folder's speakers, or those of the single files they were invited to.
 */
export async function findPartialListeners(
  trx: Trx,
  speakerIds: readonly number[],
  projectIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct guest.user_id
    from projects join items on items.id = projects.item_id and items.trash_id is null
    join workspace_members guest on guest.workspace_id = items.workspace_id and guest.role_id = ${ROLE.guest}
    where projects.id = any(${[...projectIds]}::integer[]) and (
      (${isExcludedSomewhere} and ${assignedRole(guest)} is not null)
      or exists (
        select from item_roles own join files on files.item_id = own.item_id and files.project_id = projects.id
        join transcripts on transcripts.file_id = files.id join blocks on blocks.transcript_id = transcripts.id
        where own.user_id = ${guest} and own.role_id is not null
          and blocks.speaker_id = any(${[...speakerIds]}::integer[])))
    order by guest.user_id
  `.execute(trx)
  return rows.map(({ user_id: id }) => id)
}

/** Statement that selects the items of the folders of these speakers. */
export function selectFolderItemsOfSpeakers(speakerIds: readonly number[]): RawBuilder<unknown> {
  return sql`
  select projects.item_id from project_speakers member join projects on projects.id = member.project_id
  where member.speaker_id = any(${[...speakerIds]}::integer[])`
}

/** Id of the workspace of a folder. */
export async function findWorkspaceId(trx: Trx, projectId: number): Promise<number> {
  const { workspace_id } = await trx
    .selectFrom('projects')
    .select('workspace_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return workspace_id
}
