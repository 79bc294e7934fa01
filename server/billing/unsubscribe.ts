import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'

/** Ends the subscriptions of a workspace that is being deleted. */
export const unsubscribe = async (trx: Trx, workspaceId: number): Promise<void> => {
  await trx
    .updateTable('subscriptions')
    .set({ status: 'terminated', end_date: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .execute()
}
