import type { ErrorCode } from '@kaiwa/contract/errors.ts'
import { lockSeats } from '../../billing/count-seats.ts'
import { roomFor, type Seats } from '../../billing/seats.ts'
import type { Seat } from '../../billing/store/seats.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'

const JOIN_ERROR: Record<Seat, ErrorCode> = {
  editor: 'PROJECT_MAX_EDITOR_EXCEEDED',
  viewer: 'PROJECT_MAX_VIEWER_EXCEEDED',
}

/**
 * Locks the seats until the end of the transaction and returns them. Refuses with WORKSPACE_EXCEED_MAX_USAGE_QUOTA if
 * none is left for a given role.
 */
export async function takeSeats(trx: Trx, workspaceId: number, seat: Seat | null, count = 1): Promise<Seats> {
  const seats = await lockSeats(trx, workspaceId)
  if (roomFor(seats, seat, count) === 'full') throw new Refusal('WORKSPACE_EXCEED_MAX_USAGE_QUOTA')
  return seats
}

/** Refuses a joining user if no seat is left. */
export function assertSeat(seats: Seats, seat: Seat | null): void {
  if (seat !== null && roomFor(seats, seat) === 'full') throw new Refusal(JOIN_ERROR[seat])
}
