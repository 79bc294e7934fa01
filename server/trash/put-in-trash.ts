// Deletion takes items out of the tree and keeps them for a limited time with their roles, transcripts, storage and
// seats. An item in the trash has no parent: queries below a folder do not find it, `visibleItems` shows it to no user,
// and its former folder may be deleted permanently before it.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { runningFilesTrashed } from './extension-points.ts'
import { isBelow } from '../tree/store/access.ts'
import { publishDeleted, removeFiles } from '../files/remove-files.ts'
import { publishFigures } from '../files/publish-figures.ts'
import { folderPath, publishMovedRights } from '../tree/rights/publish-moved-rights.ts'
import { publishTrash } from './publish-trash.ts'

type HeldFile = { id: number; item_id: number; project_id: number; video_id: string; status: string }

/** Items of one workspace, none of them below another. The caller holds the tree's lock and has checked the rights. */
type Deletion = { itemIds: readonly number[]; workspaceId: number; userId: number }

// Arrays, because a folder may contain more files than a statement may have parameters.
const tops = (itemIds: readonly number[]) => sql`(
  select id, path, depth from items where id = any(${[...itemIds]}::integer[])) top`

const isOneOrBelow = sql<boolean>`(items.id = top.id or ${isBelow(sql.ref('items.path'), sql.ref('top.path'))})`

/** Locks and returns the files among and below these items. Waits for transactions that still write to one of them. */
const holdFiles = async (trx: Trx, itemIds: readonly number[]): Promise<HeldFile[]> => {
  const { rows } = await sql<HeldFile>`
    select files.id, files.item_id, files.project_id, files.video_id, files.status from files
    where files.item_id in (select items.id from items join ${tops(itemIds)} on ${isOneOrBelow} where not items.is_project)
    order by files.id for update`.execute(trx)
  return rows
}

const takeOut = async (trx: Trx, { itemIds, workspaceId, userId }: Deletion): Promise<void> => {
  const ids = [...itemIds]
  await sql`
    insert into trash (item_id, workspace_id, parent_id, place, deleted_by, expires_at)
    select items.id, items.workspace_id, items.parent_id, array(
        select projects.name from projects join items way on way.id = projects.item_id
        where way.id = any(string_to_array(items.path, '_')::integer[]) and way.id <> items.id order by way.depth),
      ${userId}, now() + make_interval(days => ${LIMITS.trashDays})
    from items where items.id = any(${ids}::integer[])
  `.execute(trx)
  await sql`
    update items set trash_id = top.id, path = top.id || substr(items.path, length(top.path) + 1),
      parent_id = case when items.id = top.id then null else items.parent_id end, depth = items.depth - top.depth
    from ${tops(itemIds)} where ${isOneOrBelow}
  `.execute(trx)
  // A file must belong to a folder. The root contains no files, so these do not count there.
  await sql`
    update files set project_id = projects.id from projects join items root on root.id = projects.item_id
    where root.workspace_id = ${workspaceId} and root.parent_id is null and root.trash_id is null
      and files.item_id = any(${ids}::integer[])
  `.execute(trx)
}

/**
 * Call it before the items move. Users who saw them by an assigned role, and not by the workspace role, lose that
 * access.
 */
const publishLostRights = async (trx: Trx, { itemIds, workspaceId }: Omit<Deletion, 'userId'>): Promise<void> => {
  const { rows } = await sql<{ id: number; path: string }>`select id, path from ${tops(itemIds)}`.execute(trx)
  const moves = rows.map(({ id, path }) => ({ id, from: folderPath(path), to: null }))
  await publishMovedRights(trx, { workspaceId, moves })
}

/**
 * Deletes items with everything below them and publishes the change. Returns the item ids that can be restored.
 * Running analyses end as canceled. Incomplete uploads are deleted permanently.
 */
export const putInTrash = async (trx: Trx, { itemIds, workspaceId, userId }: Deletion): Promise<number[]> => {
  const files = await holdFiles(trx, itemIds)
  await publishLostRights(trx, { itemIds, workspaceId })
  const unfinished = files.filter(({ status }) => status === 'waiting')
  const kept = files.filter(({ status }) => status !== 'waiting')
  const running = kept.filter(({ status }) => status === 'uploaded' || status === 'processing')
  await removeFiles(trx, unfinished, userId)
  await runningFilesTrashed.run(
    trx,
    running.map(({ id }) => id),
    userId,
  )
  await publishDeleted(trx, kept)
  const gone = new Set(unfinished.map(({ item_id }) => item_id))
  const trashed = itemIds.filter((id) => !gone.has(id))
  if (trashed.length === 0) return []
  await publishFigures(trx, sql`select unnest(${trashed}::integer[])`)
  await takeOut(trx, { itemIds: trashed, workspaceId, userId })
  await publishTrash(trx, workspaceId)
  return trashed
}
