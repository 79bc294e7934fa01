// The table `items`: queries through the access join, and changes of the tree. An item that the actor does not see is
// refused like one that does not exist. Every change of a tree's shape holds its lock. So no item is inserted below a
// folder that is being moved or deleted, and two concurrent calls cannot exceed a limit.
import type { FolderScope } from '@kaiwa/contract/folder-scope.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import { personAt } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isBelow, visibleItems } from './access.ts'
import { itemName } from './shown-name.ts'

/** Selects the visible folders and files with the columns that their presentation as items needs. */
function itemRows(db: Db | Trx, actor: Actor) {
  return db
    .selectFrom(visibleItems(db, actor).as('item'))
    .leftJoin('projects', 'projects.item_id', 'item.id')
    .leftJoin('files', 'files.item_id', 'item.id')
    .selectAll('item')
    .select([
      sql<number>`coalesce(projects.id, files.id)`.as('resource_id'),
      itemName(actor).as('name'),
      sql<string | null>`coalesce(projects.name_key, files.name_key)`.as('name_key'),
      personAt('item.creator_id').as('creator'),
      sql<boolean>`exists (select from item_roles where item_roles.item_id = item.id and role_id is not null)`.as(
        'is_shared',
      ),
    ])
}

export function folderRows(db: Db | Trx, actor: Actor) {
  return itemRows(db, actor).where('item.is_project', '=', true)
}

/** A row of `itemRows`. */
export type ItemRow = Awaited<ReturnType<ReturnType<typeof itemRows>['execute']>>[number]

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new Refusal('E_NOT_FOUND')
  return row
}

/** Returns all folders that the actor sees: parents first, siblings by name. */
export function findFolders(db: Db, actor: Actor): Promise<ItemRow[]> {
  return folderRows(db, actor)
    .orderBy('depth')
    .orderBy(sql`name collate natural_order`)
    .orderBy('item.id')
    .execute()
}

/** Returns the folders that the actor sees directly in a folder, by id. */
export function findFoldersIn(db: Db | Trx, actor: Actor, folderItemId: number): Promise<ItemRow[]> {
  return folderRows(db, actor).where('item.parent_id', '=', folderItemId).orderBy('item.id').execute()
}

/** Returns the visible item with this id. */
export function findItemRow(db: Db | Trx, actor: Actor, itemId: number): Promise<ItemRow | undefined> {
  return itemRows(db, actor).where('item.id', '=', itemId).executeTakeFirst()
}

/** Returns the visible items of these ids, by id. Missing ids are left out. */
export async function findItemRows(db: Db | Trx, actor: Actor, itemIds: readonly number[]): Promise<ItemRow[]> {
  return itemIds.length === 0 ? [] : itemRows(db, actor).where('item.id', 'in', itemIds).orderBy('item.id').execute()
}

/** The same with the columns of the access join only. */
export function findItems(db: Db | Trx, actor: Actor, itemIds: readonly number[]) {
  return db.selectFrom(visibleItems(db, actor).as('item')).selectAll('item').where('item.id', 'in', itemIds).execute()
}

/** Returns the folder with this item id. Refuses with E_NOT_FOUND. */
export async function findFolder(db: Db | Trx, actor: Actor, itemId: number): Promise<ItemRow> {
  return found(await folderRows(db, actor).where('item.id', '=', itemId).executeTakeFirst())
}

/** Returns the folder with this `resource_id`. Refuses with E_NOT_FOUND. */
export async function findProject(db: Db | Trx, actor: Actor, projectId: number): Promise<ItemRow> {
  return found(await folderRows(db, actor).where('projects.id', '=', projectId).executeTakeFirst())
}

/**
 * Selects the items that the actor sees directly in a folder, or anywhere below it. The folder row must have been read
 * for the same actor.
 */
export function itemsInScope(
  db: Db | Trx,
  actor: Actor,
  folder: Pick<ItemRow, 'id' | 'path' | 'role'>,
  scope: FolderScope,
) {
  return scope === 'folder'
    ? visibleItems(db, actor, folder)
    : visibleItems(db, actor).where(isBelow(sql.ref('items.path'), sql.val(folder.path)))
}

/** Statement that selects these items. */
export function selectItems(itemIds: readonly number[]): RawBuilder<unknown> {
  return sql`select unnest(${[...itemIds]}::integer[])`
}

/** Id of the root item of a workspace. */
export async function findRootItemId(trx: Trx, workspaceId: number): Promise<number> {
  const { id } = await trx
    .selectFrom('items')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('parent_id', 'is', null)
    .where('trash_id', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Locks this workspace's tree until the end of the transaction, and waits for other holders. Call it before reading
 * items.
 */
export async function lockTree(trx: Trx, workspaceId: number | null): Promise<void> {
  if (workspaceId === null) return
  await trx
    .selectFrom('items')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('parent_id', 'is', null)
    .where('trash_id', 'is', null)
    .forNoKeyUpdate()
    .execute()
}

interface NewItem {
  parentId: number
  isProject: boolean
  creatorId: number
}

/**
 * Inserts a new item below its parent. The caller must have read the parent after `lockTree`. Refuses with
 * E_NOT_FOUND.
 */
export async function insertItem(trx: Trx, { parentId, isProject, creatorId }: NewItem) {
  const { rows } = await sql<{ id: number; path: string; depth: number; workspace_id: number }>`
    with next as (select nextval(pg_get_serial_sequence('items', 'id'))::integer as id)
    insert into items (id, workspace_id, parent_id, path, depth, is_project, creator_id) overriding system value
    select next.id, parent.workspace_id, parent.id, parent.path || '_' || next.id, parent.depth + 1,
      ${isProject}::boolean, ${creatorId}::integer
    from next, items parent where parent.id = ${parentId}
    returning id, path, depth, workspace_id
  `.execute(trx)
  const [item] = rows
  if (!item) throw new Refusal('E_NOT_FOUND')
  return item
}

/**
 * Refuses with PROJECT_MAX_NUMBER_OF_FILE_EXCEEDED if `more` files do not fit into the folder. The caller must hold
 * the tree's lock.
 */
export async function assertRoomForFiles(trx: Trx, folderItemId: number, more: number): Promise<void> {
  const { count } = await trx
    .selectFrom('items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('parent_id', '=', folderItemId)
    .where('is_project', '=', false)
    .executeTakeFirstOrThrow()
  if (count + more > LIMITS.filesPerFolder) throw new Refusal('PROJECT_MAX_NUMBER_OF_FILE_EXCEEDED')
}

/** An item to move: `path` and `depth` as they were read under the lock. */
export interface MovingItem {
  id: number
  path: string
  depth: number
}

/** Items as rows `moving (id, path, depth)` of a statement, so that any number of items needs one statement. */
function asMoving(items: readonly MovingItem[]) {
  return sql`unnest(
  ${items.map(({ id }) => id)}::integer[], ${items.map(({ path }) => path)}::text[], ${items.map(({ depth }) => depth)}::integer[]
) as moving (id, path, depth)`
}

const isOneOrBelow = sql<boolean>`(items.id = moving.id or ${isBelow(sql.ref('items.path'), sql.ref('moving.path'))})`

/** The largest number of folder levels below any of these folders. */
export async function findMostLevels(trx: Trx, folders: readonly MovingItem[]): Promise<number> {
  const { rows } = await sql<{ levels: number | null }>`
    select max(items.depth - moving.depth) as levels from items join ${asMoving(folders)} on ${isOneOrBelow}
    where items.is_project`.execute(trx)
  return rows[0]?.levels ?? 0
}

/** Moves these items, with everything below them, into the folder. The caller must hold the tree's lock. */
export async function updateItemPaths(
  trx: Trx,
  moving: readonly MovingItem[],
  folder: { id: number; path: string; depth: number },
): Promise<void> {
  await sql`
    update items set
      parent_id = case when items.id = moving.id then ${folder.id}::integer else items.parent_id end,
      path = ${folder.path} || '_' || moving.id || substr(items.path, length(moving.path) + 1),
      depth = items.depth + ${folder.depth + 1}::integer - moving.depth, updated_at = now()
    from ${asMoving(moving)} where ${isOneOrBelow}
  `.execute(trx)
}

/** Deletes these items. Rows of other tables refer to them, so their folders and files are deleted before. */
export async function deleteItems(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`delete from items where id = any(${[...ids]}::integer[])`.execute(trx)
}

/** Stores the user to whom the ownership of an item is transferred. */
export async function updateCreator(trx: Trx, itemId: number, userId: number): Promise<void> {
  await trx.updateTable('items').set({ creator_id: userId }).where('id', '=', itemId).execute()
}

/** Transfers the user's items in the workspace to the workspace's owner. */
export async function transferItemsToOwner(trx: Trx, workspaceId: number, userId: number): Promise<void> {
  await sql`
    update items set creator_id = w.owner_id from workspaces w
    where w.id = items.workspace_id and items.workspace_id = ${workspaceId} and items.creator_id = ${userId}
  `.execute(trx)
}
