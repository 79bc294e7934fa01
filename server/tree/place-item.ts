// Inserts items into the tree. Every change of a tree's shape holds its lock. So no item is inserted below a folder
// that is being moved or deleted, and two concurrent calls cannot exceed a limit.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'

/**
 * Locks this workspace's tree until the end of the transaction, and waits for other holders. Call it before reading
 * items.
 */
export const lockTree = async (trx: Trx, workspaceId: number | null): Promise<void> => {
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

type Place = { parentId: number; isProject: boolean; creatorId: number }

/**
 * Inserts a new item below its parent. The caller must have read the parent after `lockTree`. Refuses with
 * E_NOT_FOUND.
 */
export const placeItem = async (trx: Trx, { parentId, isProject, creatorId }: Place) => {
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
export const checkRoomForFiles = async (trx: Trx, folderItemId: number, more: number): Promise<void> => {
  const { count } = await trx
    .selectFrom('items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('parent_id', '=', folderItemId)
    .where('is_project', '=', false)
    .executeTakeFirstOrThrow()
  if (count + more > LIMITS.filesPerFolder) throw new Refusal('PROJECT_MAX_NUMBER_OF_FILE_EXCEEDED')
}
