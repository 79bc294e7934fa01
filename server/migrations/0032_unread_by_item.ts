import { type Kysely, sql } from 'kysely'

/** An index for deleting the unread marks of an item without scanning those of all items. */
export async function up(db: Kysely<unknown>) {
  await sql`create index unread_items_item on unread_items (item_id)`.execute(db)
}
