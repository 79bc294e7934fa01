import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { publishAll } from '../platform/events/publish.ts'
import { assigned } from '../tree/access.ts'
import { guest, isExcludedSomewhere } from '../tree/rights/folder-listeners.ts'

/**
 * Publishes that names or pictures of speakers of these folders changed. Guests who see only a part of a folder get the
 * event without ids, because they may not know all of these speakers.
 */
export const publishSpeakers = async (
  trx: Trx,
  speakerIds: readonly number[],
  projectIds: readonly number[],
): Promise<void> => {
  const guests = await findPartialListeners(trx, speakerIds, projectIds)
  await publishAll(trx, [
    {
      type: 'speakers.changed',
      data: { speaker_ids: [...speakerIds] },
      channels: projectIds.map(folderChannel),
    },
    ...(guests.length === 0
      ? []
      : [
          {
            type: 'speakers.changed' as const,
            data: { speaker_ids: [] },
            channels: guests.map(userChannel),
          },
        ]),
  ])
}

/**
 * Guests who may see one of these speakers in one of these folders, but may not subscribe to the folder's channel: they
 * see all speakers of the folder, or those of the single files they were invited to.
 */
const findPartialListeners = async (
  trx: Trx,
  speakerIds: readonly number[],
  projectIds: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select distinct guest.user_id
    from projects join items on items.id = projects.item_id and items.trash_id is null
    join workspace_members guest on guest.workspace_id = items.workspace_id and guest.role_id = ${ROLE.guest}
    where projects.id = any(${[...projectIds]}::integer[]) and (
      (${isExcludedSomewhere} and ${assigned(guest)} is not null)
      or exists (
        select from item_roles own join files on files.item_id = own.item_id and files.project_id = projects.id
        join transcripts on transcripts.file_id = files.id join blocks on blocks.transcript_id = transcripts.id
        where own.user_id = ${guest} and own.role_id is not null
          and blocks.speaker_id = any(${[...speakerIds]}::integer[])))
    order by guest.user_id
  `.execute(trx)
  return rows.map(({ user_id: id }) => id)
}
