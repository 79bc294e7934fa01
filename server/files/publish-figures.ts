import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../platform/database/database.ts'
import { publish } from '../platform/events/publish.ts'
import { findPartialReaders } from '../tree/store/readers.ts'

/**
 * Publishes to all folders above these items (a statement that selects item ids) that the figures of speakers and tags
 * changed. The event has no details, because a reader of a folder may not see all items below it.
 */
export const publishFigures = async (trx: Trx, items: RawBuilder<unknown>): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select distinct projects.id from items
    join projects on projects.item_id = any(string_to_array(items.path, '_')::integer[])
    where items.id in (${items}) order by projects.id
  `.execute(trx)
  if (rows.length === 0) return
  const guests = await findPartialReaders(trx, items)
  await publish(trx, {
    type: 'figures.changed',
    data: {},
    channels: [...rows.map(({ id }) => folderChannel(id)), ...guests.map(userChannel)],
  })
}

/** The same for one file, in its own transaction. */
export const publishFiguresOfFile = (db: Db, fileId: number): Promise<void> =>
  db.transaction().execute((trx) => publishFigures(trx, sql`select item_id from files where id = ${fileId}`))
