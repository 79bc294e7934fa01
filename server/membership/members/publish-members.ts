import type { Trx } from '../../platform/database/database.ts'
import { publishItems } from '../../tree/publish-items.ts'
import { publishRights } from '../../tree/rights/publish-rights.ts'

/** Publishes a change of members to these users, and to all lists that show members as a change of the root folder. */
export const publishMembers = async (trx: Trx, workspaceId: number, userIds: readonly number[]): Promise<void> => {
  const root = await trx
    .selectFrom('items')
    .innerJoin('projects', 'projects.item_id', 'items.id')
    .select(['items.id', 'items.path', 'projects.id as project_id'])
    .where('items.workspace_id', '=', workspaceId)
    .where('items.parent_id', 'is', null)
    .where('items.trash_id', 'is', null)
    .executeTakeFirstOrThrow()
  await publishItems(trx, { workspaceId, paths: [root.path], projectIds: [root.project_id] })
  await publishRights(trx, userIds)
}
