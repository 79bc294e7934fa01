import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/**
 * Transfers the user's items in the workspace to its owner and deletes the user's roles on items. The caller must hold
 * the tree's lock.
 */
export const handOver = async (trx: Trx, workspaceId: number, userId: number): Promise<void> => {
  await sql`
    update items set creator_id = w.owner_id from workspaces w
    where w.id = items.workspace_id and items.workspace_id = ${workspaceId} and items.creator_id = ${userId}
  `.execute(trx)
  await sql`
    delete from item_roles using items
    where items.id = item_roles.item_id and items.workspace_id = ${workspaceId} and item_roles.user_id = ${userId}
  `.execute(trx)
}
