import type { Trx } from '../../platform/database/database.ts'
import { announceItems } from '../../tree/publish-items.ts'
import { parentProjectIds } from '../../tree/parent-projects.ts'
import { publishRights } from '../../tree/rights/publish-rights.ts'
import type { SharedItem } from './shared-item.ts'

type Place = Pick<SharedItem, 'id' | 'parent_id' | 'path' | 'workspaceId'>

/** Tells everybody who sees the item that it is shared otherwise now. */
export const announceSharing = async (trx: Trx, item: Place, userIds: readonly number[]): Promise<void> => {
  await announceItems(trx, {
    workspaceId: item.workspaceId,
    paths: [item.path],
    projectIds: await parentProjectIds(trx, [item]),
  })
  await publishRights(trx, userIds)
}
