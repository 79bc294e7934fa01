import { type Kysely, sql } from 'kysely'

/** What is deleted for good takes its unread marks along, without a look at everybody's. */
export const up = async (db: Kysely<unknown>) => {
  await sql`create index unread_items_item on unread_items (item_id)`.execute(db)
}
