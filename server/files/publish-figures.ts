import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { findFolderIdsAbove } from '../tree/store/folders.ts'
import { findPartialReaders } from '../tree/store/readers.ts'
import { selectItemOfFile } from './store/files.ts'

/**
 * Publishes to all folders above these items (a statement that selects item ids) that the figures of speakers and tags
 * changed. The event has no details, because a reader of a folder may not see all items below it.
 */
export async function publishFigures(trx: Trx, items: RawBuilder<unknown>): Promise<void> {
  const folders = await findFolderIdsAbove(trx, items)
  if (folders.length === 0) return
  const guests = await findPartialReaders(trx, items)
  await publish(trx, {
    type: 'figures.changed',
    data: {},
    channels: [...folders.map(folderChannel), ...guests.map(userChannel)],
  })
}

/** The same for one file, in its own transaction. */
export function publishFiguresOfFile(db: Db, fileId: number): Promise<void> {
  return db.transaction().execute((trx) => publishFigures(trx, selectItemOfFile(fileId)))
}
