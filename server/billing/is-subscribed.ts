import type { Trx } from '../platform/database/database.ts'

/** Whether the workspace subscribes to anything now; without, nothing new can be made in it. */
export const isSubscribed = async (trx: Trx, workspaceId: number): Promise<boolean> => {
  const row = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}
