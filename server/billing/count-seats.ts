import type { Db, Trx } from '../platform/database/database.ts'
import { quotasOf, remaining, usedOf } from './quotas.ts'
import { areSeatsCharged, type Seats } from './seats.ts'
import { lockWorkspace, readUsage } from './store/usage.ts'

/** The current seats, without a lock. */
export async function countSeats(db: Db | Trx, workspaceId: number): Promise<Seats> {
  const row = await readUsage(db, workspaceId)
  if (!row) return { left: { editor: 0, viewer: 0 }, isCharged: false }
  return { left: remaining(quotasOf(row), usedOf(row)), isCharged: areSeatsCharged(row) }
}

/**
 * The same before a seat is taken: locks the workspace to the end of the transaction, so that two callers cannot both
 * take the last seat.
 */
export async function lockSeats(trx: Trx, workspaceId: number): Promise<Seats> {
  await lockWorkspace(trx, workspaceId)
  return countSeats(trx, workspaceId)
}
