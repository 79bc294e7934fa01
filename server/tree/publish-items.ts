import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { findPerson } from '../accounts/person.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { findTreeReaders } from './store/readers.ts'

interface Change {
  workspaceId: number
  /** Paths of the changed items, before and after the change. */
  paths: readonly string[]
  /** Resource ids of the folders whose tables changed. */
  projectIds: readonly number[]
}

/** Publishes that trees and tables are out of date. No ids, because not every subscriber sees all of the change. */
export async function publishItems(trx: Trx, { workspaceId, paths, projectIds }: Change): Promise<void> {
  const readers = await findTreeReaders(trx, workspaceId, paths)
  await publish(trx, {
    type: 'items.changed',
    data: {},
    channels: [...[...new Set(projectIds)].map(folderChannel), ...readers.map(userChannel)],
  })
}

interface Renamed {
  id: number
  resource_id: number
  path: string
  updated_at: Date
}

/** Publishes the rename of a folder to all users who see it. Clients fetch the new name. */
export async function publishRename(trx: Trx, workspaceId: number, folder: Renamed, userId: number): Promise<void> {
  const readers = await findTreeReaders(trx, workspaceId, [folder.path])
  await publish(trx, {
    type: 'item.renamed',
    data: {
      item_id: folder.id,
      project_id: folder.resource_id,
      updated_at: folder.updated_at.toISOString(),
      updated_by: await findPerson(trx, userId),
    },
    channels: readers.map(userChannel),
  })
}
