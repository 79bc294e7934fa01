import type { Db, Trx } from '../platform/database/database.ts'
import { payerNow, restOf, termsOfKind } from './gate.ts'
import { settlePoints } from './points/settle-points.ts'
import { leftNow } from './quotas.ts'
import type { Seats } from './seats.ts'
import { monthOf } from './store/instants.ts'
import { raiseSeatPeaks } from './store/peaks.ts'
import type { Seat } from './store/seats.ts'
import { lockWorkspace, readUsage, type UsageRow } from './store/usage.ts'

function seatsOf(row: UsageRow | undefined): Seats {
  const each = (count: (seat: Seat, row: UsageRow) => number) => ({
    editor: row ? count('editor', row) : 0,
    viewer: row ? count('viewer', row) : 0,
  })
  return {
    left: each((seat, { terms, ...counts }) =>
      restOf(terms && termsOfKind(terms, seat), seat, { used: counts[`${seat}s`], paid: counts[`paid_${seat}`] }),
    ),
    atCharge: each((seat, counts) => leftNow(counts, seat)),
  }
}

/** The current seats, without a lock. */
export async function countSeats(db: Db | Trx, workspaceId: number): Promise<Seats> {
  return seatsOf(await readUsage(db, workspaceId))
}

/**
 * The same before a seat is taken: locks the workspace to the end of the transaction, so that two callers cannot both
 * take the last seat. Call `recordSeats` after the seat was taken.
 */
export async function lockSeats(trx: Trx, workspaceId: number): Promise<Seats> {
  await lockWorkspace(trx, workspaceId)
  const row = await readUsage(trx, workspaceId)
  // The peak at the beginning of the month uses its points first.
  if (!row || payerNow(row.terms) !== 'points') return seatsOf(row)
  await settlePoints(trx, { workspaceId })
  return seatsOf(await readUsage(trx, workspaceId))
}

/** Counts the seats that are taken now for the peak of the month, and uses the points that they cost. */
export async function recordSeats(trx: Trx, workspaceId: number, at?: Date): Promise<void> {
  await lockWorkspace(trx, workspaceId)
  await raiseSeatPeaks(trx, workspaceId, monthOf(at))
  await settlePoints(trx, { workspaceId, at })
}
