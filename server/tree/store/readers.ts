// The channels of the events of a folder or a file. The folder's channel is for users who see everything in the folder and
// below it. Guests who see only a part (single files, or a folder with items from which they are excluded) receive events
// about that part on their user channel. So no channel needs a filter per subscriber, which a hosted realtime service could
// not provide.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { fileChannel, folderChannel, type ReaderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { assignedRole, isBelow, pathIds, visibleItems } from './access.ts'

/** Whether the actor may subscribe to the folder's channel: they see the folder and everything below it. */
export async function canSubscribeToFolder(db: Db, actor: Actor, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom(visibleItems(db, actor).as('folder'))
    .select('folder.id')
    .where('folder.id', '=', (eb) => eb.selectFrom('projects').select('item_id').where('projects.id', '=', projectId))
    .where('folder.role', 'is not', null)
    .$if(actor.workspaceRole === ROLE.guest, (query) =>
      query.where(
        sql<boolean>`not exists (
          select from item_roles stop join items inner_item on inner_item.id = stop.item_id
          where stop.user_id = ${actor.id} and stop.is_excluded
            and ${isBelow(sql.ref('inner_item.path'), sql.ref('folder.path'))})`,
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** A column of the statements below, each of which joins `workspace_members guest`. */
export const guest = sql.ref('guest.user_id')
const chain = pathIds(sql.ref('items.path'))

/** Guests with an exclusion on any item. They may be unable to subscribe to the channels of folders that they see. */
export const isExcludedSomewhere = sql`exists (select from item_roles stop where stop.user_id = ${guest} and stop.is_excluded)`

/**
 * Returns the guests who see one of these items (a statement that selects ids) and may be unable to subscribe to the
 * folders around it. Items in the trash are visible to no user.
 */
export async function findPartialReaders(trx: Trx, items: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct guest.user_id
    from items join item_roles own on own.item_id = any(${chain}) and own.role_id is not null
    join workspace_members guest on guest.user_id = own.user_id
      and guest.workspace_id = items.workspace_id and guest.role_id = ${ROLE.guest}
    where items.id in (${items}) and items.trash_id is null
      and (own.item_id = items.id or ${isExcludedSomewhere})
      and ${assignedRole(guest)} is not null
      and (${isExcludedSomewhere} or ${assignedRole(guest, sql`trim_array(${chain}, 1)`)} is null)
    order by guest.user_id
  `.execute(trx)
  return rows.map(({ user_id: id }) => id)
}

/**
 * Returns the users whose tree shows one of these items: everyone in the workspace except guests, guests with a role
 * there, and guests who see the folder because of a file in it.
 */
export async function findTreeReaders(trx: Trx, workspaceId: number, paths: readonly string[]): Promise<number[]> {
  const ways = [...new Set(paths.flatMap((path) => path.split('_').map(Number)))]
  const itemIds = paths.map((path) => Number(path.slice(path.lastIndexOf('_') + 1)))
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from workspace_members m
    where m.workspace_id = ${workspaceId} and m.role_id <> ${ROLE.guest}
    union
    select m.user_id from item_roles r
    join workspace_members m on m.user_id = r.user_id and m.workspace_id = ${workspaceId} and m.role_id = ${ROLE.guest}
    join items inner_item on inner_item.id = r.item_id
    where r.role_id is not null and (
      (r.item_id = any(${ways}::integer[]) and exists (
        select from unnest(${[...paths]}::text[]) changed (path)
        where ${assignedRole(sql.ref('m.user_id'), pathIds(sql.ref('changed.path')))} is not null))
      or (not inner_item.is_project and inner_item.parent_id = any(${itemIds}::integer[])))
    order by 1
  `.execute(trx)
  return rows.map(({ user_id }) => user_id)
}

/** `findPartialReaders` for the item of one file. */
export function findPartialReadersOfFile(trx: Trx, fileId: number): Promise<number[]> {
  return findPartialReaders(trx, sql`select item_id from files where files.id = ${fileId}`)
}

/**
 * Returns the channels for events of one file: the file's, its folder's, and the user channels of guests who see it
 * without the folder.
 */
export async function fileChannels(
  trx: Trx,
  { id, project_id: projectId }: { id: number; project_id: number },
): Promise<ReaderChannel[]> {
  const guests = await findPartialReadersOfFile(trx, id)
  return [folderChannel(projectId), fileChannel(id), ...guests.map(userChannel)]
}
