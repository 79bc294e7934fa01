import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import type { Db } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { findRootFolder } from '../tree/store/folders.ts'
import { findPartialReadersOfFile } from '../tree/store/readers.ts'
import { findWorkspaceOfFile } from './store/files.ts'

/** Publishes to everyone who may have a home that the recordings below the root changed. */
export function publishRecordings(db: Db, fileId: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const workspaceId = await findWorkspaceOfFile(trx, fileId)
    // The file was deleted since the event.
    if (workspaceId === undefined) return
    const root = await findRootFolder(trx, workspaceId)
    const guests = await findPartialReadersOfFile(trx, fileId)
    await publish(trx, {
      type: 'recordings.changed',
      data: {},
      channels: [folderChannel(root.project_id), ...guests.map(userChannel)],
    })
  })
}
