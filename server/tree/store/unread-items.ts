// Unread items in the tree. A row is inserted when a user is notified of an item and deleted when they open it.
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { visibleItems } from './access.ts'

/** Marks an item as unread for these users. */
export async function insertUnread(trx: Trx, itemId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await trx
    .insertInto('unread_items')
    .values(userIds.map((user_id) => ({ user_id, item_id: itemId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks an item as read after the actor opened it. */
export async function deleteUnread(db: Db, actor: Actor, itemId: number): Promise<void> {
  await db.deleteFrom('unread_items').where('user_id', '=', actor.id).where('item_id', '=', itemId).execute()
}

/** Deletes all marks of a user. */
export async function deleteUnreadOfUser(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('unread_items').where('user_id', '=', userId).execute()
}

/**
 * Returns the ids of the actor's unread items and of their ancestor folders without the root. The tree shows a dot on
 * these.
 */
export async function findUnreadItemIds(db: Db, actor: Actor): Promise<number[]> {
  const unread = await db
    .selectFrom('unread_items')
    .innerJoin(visibleItems(db, actor).as('item'), 'item.id', 'unread_items.item_id')
    .select(['item.path'])
    .where('unread_items.user_id', '=', actor.id)
    .execute()
  const ids = new Set(unread.flatMap(({ path }) => path.split('_').map(Number)))
  if (ids.size === 0) return []
  const rows = await db
    .selectFrom(visibleItems(db, actor).as('item'))
    .select('item.id')
    .where(sql<boolean>`item.id = any(${[...ids]}::integer[])`)
    .where('item.depth', '>', 0)
    .orderBy('item.id')
    .execute()
  return rows.map(({ id }) => id)
}
