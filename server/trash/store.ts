// The table `trash`: the items that were deleted, with their former folders.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { TrashedItem } from '@kaiwa/contract/trash.ts'
import { sql } from 'kysely'
import { type PersonRow, personAt } from '../accounts/person.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { itemName, type NameReader, shownName } from '../tree/store/shown-name.ts'

export type TrashRow = Omit<TrashedItem, 'place' | 'is_place_gone' | 'deleted_by' | 'deleted_at'> & {
  /** The current names of the folders; null if the innermost folder no longer exists. */
  place: string[] | null
  remembered: string[]
  /** The keys of these names. */
  place_keys: (string | null)[]
  deleted_by: PersonRow | null
  deleted_at: Date
}

function isOfWorkspace(workspaceId: number | null) {
  return sql`trash.workspace_id = ${workspaceId} and trash.expires_at > now()`
}

/** The items of a workspace that can still be restored, last deleted first. */
export async function findTrash(
  db: Db,
  reader: NameReader & { workspaceId: number | null },
  { limit, offset }: { limit: number; offset: number },
): Promise<TrashRow[]> {
  const { rows } = await sql<TrashRow>`
    select trash.item_id, items.is_project, coalesce(files.is_audio, false) as is_audio,
      ${itemName(reader)} as name, trash.place as remembered, trash.place_keys, trash.deleted_at,
      ceil(extract(epoch from trash.expires_at - now()) / 86400)::integer as days_left,
      ${personAt('trash.deleted_by')} as deleted_by,
      (select array(
          select ${shownName(reader, 'above')} from projects above join items way on way.id = above.item_id
          where way.id = any(string_to_array(parent.path, '_')::integer[]) order by way.depth)
        from items parent where parent.id = trash.parent_id and parent.trash_id is null) as place
    from trash join items on items.id = trash.item_id
    left join projects on projects.item_id = items.id left join files on files.item_id = items.id
    where ${isOfWorkspace(reader.workspaceId)} order by trash.deleted_at desc, trash.item_id desc
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The number of all these items. */
export async function countTrash(db: Db, workspaceId: number | null): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from trash where ${isOfWorkspace(workspaceId)}`.execute(db)
  return rows[0]?.total ?? 0
}

export interface Trashed {
  item_id: number
  is_project: boolean
  parent_id: number
  place: string[]
  deleted_by: number | null
  is_recent: boolean
  /** The number of folder levels below the item. */
  levels: number
}

/** Locks the rows until the end of the transaction, so that they cannot expire in the meantime. */
export async function lockTrashed(trx: Trx, workspaceId: number, itemIds: readonly number[]): Promise<Trashed[]> {
  const { rows } = await sql<Trashed>`
    select trash.item_id, items.is_project, trash.parent_id, trash.place, trash.deleted_by,
      trash.deleted_at > now() - make_interval(mins => ${LIMITS.undoMinutes}) as is_recent,
      coalesce((select max(below.depth) from items below where below.trash_id = items.id and below.is_project), 0) as levels
    from trash join items on items.id = trash.item_id
    where trash.workspace_id = ${workspaceId} and trash.expires_at > now() and trash.item_id = any(${[...itemIds]}::integer[])
    order by trash.item_id for update of trash
  `.execute(trx)
  return rows
}

const foldersAbove = sql`from projects join items way on way.id = projects.item_id
  where way.id = any(string_to_array(items.path, '_')::integer[]) and way.id <> items.id order by way.depth`

/** Inserts items of the tree with the names of the folders above them. They expire after thirty days. */
export async function insertTrash(
  trx: Trx,
  { itemIds, userId }: { itemIds: readonly number[]; userId: number },
): Promise<void> {
  await sql`
    insert into trash (item_id, workspace_id, parent_id, place, place_keys, deleted_by, expires_at)
    select items.id, items.workspace_id, items.parent_id, array(
        select projects.name ${foldersAbove}), array(select projects.name_key ${foldersAbove}),
      ${userId}, now() + make_interval(days => ${LIMITS.trashDays})
    from items where items.id = any(${[...itemIds]}::integer[])
  `.execute(trx)
}

/** Stores the successor of a former folder, so that its items are restored into the successor. */
export async function replaceFormerFolder(trx: Trx, formerItemId: number, itemId: number): Promise<void> {
  await trx.updateTable('trash').set({ parent_id: itemId }).where('parent_id', '=', formerItemId).execute()
}

export async function deleteTrash(trx: Trx, itemIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('trash').where('item_id', 'in', itemIds).execute()
}

/**
 * Locks the items of a workspace that can still be restored, or only `itemId`, and returns their ids. The same row order
 * as in `lockTrashed`, so that the two cannot deadlock.
 */
export async function lockTrash(trx: Trx, workspaceId: number | null, itemId?: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('trash')
    .select('item_id')
    .where('workspace_id', '=', workspaceId ?? -1)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(itemId !== undefined, (query) => query.where('item_id', '=', itemId ?? -1))
    .orderBy('item_id')
    .forUpdate()
    .execute()
  return rows.map(({ item_id }) => item_id)
}

/** Sets the expiry to -infinity, which is in the past for the clock of every concurrent transaction. */
export async function expireNow(trx: Trx, itemIds: readonly number[]): Promise<void> {
  await sql`update trash set expires_at = '-infinity' where item_id = any(${[...itemIds]}::integer[])`.execute(trx)
}

/**
 * Locks at most `limit` expired items of one workspace. A concurrent restore either commits first or finds them gone. Items that
 * another worker has locked are skipped.
 */
export async function lockExpired(trx: Trx, limit: number): Promise<{ workspaceId: number; itemIds: number[] } | null> {
  const expired = trx
    .selectFrom('trash')
    .where((eb) => eb('expires_at', '<=', eb.fn<Date>('now')))
    .orderBy('expires_at')
    .forUpdate()
    .skipLocked()
  const next = await expired.select('workspace_id').limit(1).executeTakeFirst()
  if (!next) return null
  const { workspace_id: workspaceId } = next
  const tops = await expired.select('item_id').where('workspace_id', '=', workspaceId).limit(limit).execute()
  const itemIds = tops.map(({ item_id }) => item_id)
  // A restore that waits for one of these rows, and whose clock is before the expiry, finds it gone.
  await expireNow(trx, itemIds)
  return { workspaceId, itemIds }
}

/** The owner and the managers of a workspace, who may open the trash. */
export async function findTrashManagers(trx: Trx, workspaceId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role_id', 'in', [ROLE.owner, ROLE.manager])
    .execute()
  return rows.map(({ user_id }) => user_id)
}
