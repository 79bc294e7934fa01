import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { emitAll } from '../platform/events/emit.ts'
import { assigned } from '../tree/access.ts'
import { guest, isExcludedSomewhere } from '../tree/rights/folder-listeners.ts'

declare module '../platform/events/event.ts' {
  interface EventData {
    'speakers.changed': { speaker_ids: number[] }
  }
}

/**
 * Tells those who have a file or the list of these folders open that names or faces are others now. Guests who do not see
 * all of a folder are told without ids: not every one of these speakers is theirs to know.
 */
export const announceSpeakers = async (
  trx: Trx,
  speakerIds: readonly number[],
  projectIds: readonly number[],
): Promise<void> => {
  const guests = await findPartialListeners(trx, speakerIds, projectIds)
  await emitAll(trx, [
    {
      type: 'speakers.changed',
      data: { speaker_ids: [...speakerIds] },
      channels: projectIds.map((id) => `private-project-${id}`),
    },
    ...(guests.length === 0
      ? []
      : [
          {
            type: 'speakers.changed',
            data: { speaker_ids: [] },
            channels: guests.map((id) => `private-user-${id}`),
          },
        ]),
  ])
}

/**
 * Guests who may see one of these speakers in one of these folders without hearing the folder: they see all of the
 * folder's speakers, or those of the single files they were invited to.
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
