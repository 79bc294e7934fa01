import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findItemRow, type ItemRow } from '../../tree/store/items.ts'
import { lockTreeFor } from '../../tree/lock-tree-for.ts'
import { findItemMembers, type ItemMember } from '../store/item-members.ts'

export type SharedItem = ItemRow & { workspaceId: number }

/** Returns the folder or file with this item id. Refuses with E_NOT_FOUND. */
export async function findShared(db: Db | Trx, actor: Actor, itemId: number): Promise<SharedItem> {
  const row = await findItemRow(db, actor, itemId)
  if (!row || actor.workspaceId === null) throw new Refusal('E_NOT_FOUND')
  return { ...row, workspaceId: actor.workspaceId }
}

/**
 * The same for a change of access: locks the tree until commit, then reads the caller's role and the item. Check
 * policies against the returned actor, not against the one of the request.
 */
export async function lockShared(trx: Trx, caller: Actor, itemId: number): Promise<{ actor: Actor; item: SharedItem }> {
  const actor = await lockTreeFor(trx, caller)
  return { actor, item: await findShared(trx, actor, itemId) }
}

/** Returns a person of the workspace with their roles on the item. Refuses with E_NOT_FOUND. */
export async function findItemMember(trx: Trx, item: SharedItem, userId: number): Promise<ItemMember> {
  const [person] = await findItemMembers(trx, item.id, { id: userId })
  if (!person) throw new Refusal('E_NOT_FOUND')
  return person
}
