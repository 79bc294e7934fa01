// Quota checks. Call them before consuming: they lock the workspace to the end of the caller's transaction, so that two
// files cannot both take the last minutes. Record the consumption in the same transaction.
import type { Db, Trx } from '../platform/database/database.ts'
import { readQuota, lockWorkspace } from './store/usage.ts'

/** Whole minutes left in the current month in Japan; 0 without a plan. */
export async function remainingMinutes(trx: Trx, workspaceId: number): Promise<number> {
  await lockWorkspace(trx, workspaceId)
  const { limit, used } = await readQuota(trx, workspaceId, 'minute')
  return Math.max(0, limit - used)
}

/** Bytes left; 0 without a plan. */
export async function remainingStorage(trx: Trx, workspaceId: number): Promise<number> {
  await lockWorkspace(trx, workspaceId)
  const { limit, used } = await readQuota(trx, workspaceId, 'storage')
  return Math.max(0, limit - used)
}

/** Chats of the current month in Japan, and how many are left; without a lock, for display. */
export async function countChats(db: Db | Trx, workspaceId: number): Promise<{ count: number; remain: number }> {
  const { limit, used } = await readQuota(db, workspaceId, 'chat')
  return { count: used, remain: Math.max(0, limit - used) }
}

/** Chats left in the current month in Japan; 0 without a plan. */
export async function remainingChats(trx: Trx, workspaceId: number): Promise<number> {
  await lockWorkspace(trx, workspaceId)
  return (await countChats(trx, workspaceId)).remain
}
