import type { Trx } from '../../platform/database/database.ts'
import { publishItems } from '../../tree/publish-items.ts'
import { findParentProjectIds } from '../../tree/store/folders.ts'
import { publishRights } from '../../tree/rights/publish-rights.ts'
import type { SharedItem } from './shared-item.ts'

type ChangedItem = Pick<SharedItem, 'id' | 'parent_id' | 'path' | 'workspaceId'>

/** Publishes to all users who see the item that its sharing changed, and to these users that their rights changed. */
export async function publishSharing(trx: Trx, item: ChangedItem, userIds: readonly number[]): Promise<void> {
  await publishItems(trx, {
    workspaceId: item.workspaceId,
    paths: [item.path],
    projectIds: await findParentProjectIds(trx, [item]),
  })
  await publishRights(trx, userIds)
}
