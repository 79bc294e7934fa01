import type { Trx } from '../../platform/database/database.ts'
import { transferItemsToOwner } from '../../tree/store/items.ts'
import { deleteItemRolesOfUser } from '../store/item-roles.ts'

/**
 * Transfers the user's items in the workspace to its owner and deletes the user's roles on items. The caller must hold
 * the tree's lock.
 */
export async function handOver(trx: Trx, workspaceId: number, userId: number): Promise<void> {
  await transferItemsToOwner(trx, workspaceId, userId)
  await deleteItemRolesOfUser(trx, workspaceId, userId)
}
