// Gates ask here before they take something. The workspace is locked to the end of the caller's transaction, so that two
// files cannot both take the last minutes; the caller records what it took in the same transaction.
import type { Trx } from '../platform/database/database.ts'
import { countOne, lockWorkspace } from './store.ts'

/** Whole minutes left of this month in Japan, 0 without a plan. */
export const remainingMinutes = async (trx: Trx, workspaceId: number): Promise<number> => {
  await lockWorkspace(trx, workspaceId)
  const { limit, used } = await countOne(trx, workspaceId, 'minute')
  return Math.max(0, limit - used)
}

/** Bytes left, 0 without a plan. */
export const remainingStorage = async (trx: Trx, workspaceId: number): Promise<number> => {
  await lockWorkspace(trx, workspaceId)
  const { limit, used } = await countOne(trx, workspaceId, 'storage')
  return Math.max(0, limit - used)
}
