import type { Db, Trx } from '../platform/database/database.ts'
import { quotasOf, remaining, usedOf } from './quotas.ts'
import { areSeatsCharged, type Seats } from './seats.ts'
import { lockWorkspace, readUsage } from './store.ts'

/** Seats as they are now. */
export const countSeats = async (db: Db | Trx, workspaceId: number): Promise<Seats> => {
  const row = await readUsage(db, workspaceId)
  if (!row) return { left: { editor: 0, viewer: 0 }, isCharged: false }
  return { left: remaining(quotasOf(row), usedOf(row)), isCharged: areSeatsCharged(row) }
}

/** The same for whoever takes one: the workspace is locked to the end of the transaction, so that two cannot both take the last. */
export const holdSeats = async (trx: Trx, workspaceId: number): Promise<Seats> => {
  await lockWorkspace(trx, workspaceId)
  return countSeats(trx, workspaceId)
}
