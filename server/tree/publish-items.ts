import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/events/publish.ts'
import { assigned, chainOf } from './access.ts'

/**
 * Returns the users whose tree shows one of these items: everyone in the workspace except guests, guests with a role
 * there, and guests who see the folder because of a file in it.
 */
const readersOf = async (trx: Trx, workspaceId: number, paths: readonly string[]): Promise<number[]> => {
  const ways = [...new Set(paths.flatMap((path) => path.split('_').map(Number)))]
  const places = paths.map((path) => Number(path.slice(path.lastIndexOf('_') + 1)))
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from workspace_members m
    where m.workspace_id = ${workspaceId} and m.role_id <> ${ROLE.guest}
    union
    select m.user_id from item_roles r
    join workspace_members m on m.user_id = r.user_id and m.workspace_id = ${workspaceId} and m.role_id = ${ROLE.guest}
    join items inner_item on inner_item.id = r.item_id
    where r.role_id is not null and (
      (r.item_id = any(${ways}::integer[]) and exists (
        select from unnest(${[...paths]}::text[]) place (path)
        where ${assigned(sql.ref('m.user_id'), chainOf(sql.ref('place.path')))} is not null))
      or (not inner_item.is_project and inner_item.parent_id = any(${places}::integer[])))
    order by 1
  `.execute(trx)
  return rows.map(({ user_id }) => user_id)
}

type Change = {
  workspaceId: number
  /** Paths of the changed items, before and after the change. */
  paths: readonly string[]
  /** Resource ids of the folders whose tables changed. */
  projectIds: readonly number[]
}

/** Publishes that trees and tables are out of date. No ids, because not every subscriber sees all of the change. */
export const publishItems = async (trx: Trx, { workspaceId, paths, projectIds }: Change): Promise<void> => {
  const readers = await readersOf(trx, workspaceId, paths)
  await publish(trx, {
    type: 'items.changed',
    data: {},
    channels: [...[...new Set(projectIds)].map(folderChannel), ...readers.map(userChannel)],
  })
}

type Renamed = { id: number; resource_id: number; path: string; updated_at: Date }

/** Publishes the rename of a folder to all users who see it. Clients fetch the new name. */
export const publishRename = async (trx: Trx, workspaceId: number, folder: Renamed): Promise<void> => {
  const readers = await readersOf(trx, workspaceId, [folder.path])
  await publish(trx, {
    type: 'item.renamed',
    data: { item_id: folder.id, project_id: folder.resource_id, updated_at: folder.updated_at.toISOString() },
    channels: readers.map(userChannel),
  })
}
