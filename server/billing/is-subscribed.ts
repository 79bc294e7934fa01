import type { Trx } from '../platform/database/database.ts'

/** True if the workspace has an active subscription; without one, nothing new can be created in it. */
export const isSubscribed = async (trx: Trx, workspaceId: number): Promise<boolean> => {
  const row = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}
