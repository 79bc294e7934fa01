// Moves items out of the tree and back. Outside of the tree, the topmost item has no parent, and each item below it has
// its `trash_id`. The callers hold the tree's lock.
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { isBelow } from './access.ts'

// Arrays, because a folder may contain more files than a statement may have parameters.
function tops(itemIds: readonly number[]) {
  return sql`(
  select id, path, depth from items where id = any(${[...itemIds]}::integer[])) top`
}

const isOneOrBelow = sql<boolean>`(items.id = top.id or ${isBelow(sql.ref('items.path'), sql.ref('top.path'))})`

/** Statement that selects the items of files among and below these items. */
export function selectFileItems(itemIds: readonly number[]): RawBuilder<unknown> {
  return sql`select items.id from items join ${tops(itemIds)} on ${isOneOrBelow} where not items.is_project`
}

/** The paths of these items. */
export async function findItemPaths(trx: Trx, itemIds: readonly number[]): Promise<{ id: number; path: string }[]> {
  const { rows } = await sql<{ id: number; path: string }>`select id, path from ${tops(itemIds)}`.execute(trx)
  return rows
}

/** Moves these items, with everything below them, out of the tree. None of them is below another. */
export async function moveOutOfTree(trx: Trx, itemIds: readonly number[]): Promise<void> {
  await sql`
    update items set trash_id = top.id, path = top.id || substr(items.path, length(top.path) + 1),
      parent_id = case when items.id = top.id then null else items.parent_id end, depth = items.depth - top.depth
    from ${tops(itemIds)} where ${isOneOrBelow}
  `.execute(trx)
}

/** Moves these items, which `moveOutOfTree` has moved, below the folder. */
export async function moveBackIntoTree(
  trx: Trx,
  itemIds: readonly number[],
  folder: { id: number; path: string; depth: number },
): Promise<void> {
  await sql`
    update items set trash_id = null, path = ${folder.path} || '_' || items.path, updated_at = now(),
      parent_id = case when items.id = items.trash_id then ${folder.id}::integer else items.parent_id end,
      depth = items.depth + ${folder.depth + 1}::integer
    where trash_id = any(${[...itemIds]}::integer[])
  `.execute(trx)
}

/** Deletes those of these items outside of the tree that contain no file any more. Returns their number. */
export async function deleteEmptyTrashedItems(trx: Trx, itemIds: readonly number[]): Promise<bigint> {
  const { numDeletedRows } = await trx
    .deleteFrom('items as top')
    .where('top.id', 'in', itemIds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('items as file')
            .select('file.id')
            .whereRef('file.trash_id', '=', 'top.id')
            .where('file.is_project', '=', false),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows
}
