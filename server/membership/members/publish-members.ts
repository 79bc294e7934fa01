import type { Trx } from '../../platform/database/database.ts'
import { findRootFolder } from '../../tree/store/folders.ts'
import { publishItems } from '../../tree/publish-items.ts'
import { publishRights } from '../../tree/rights/publish-rights.ts'

/** Publishes a change of members to these users, and to all lists that show members as a change of the root folder. */
export async function publishMembers(trx: Trx, workspaceId: number, userIds: readonly number[]): Promise<void> {
  const root = await findRootFolder(trx, workspaceId)
  await publishItems(trx, { workspaceId, paths: [root.path], projectIds: [root.project_id] })
  await publishRights(trx, userIds)
}
