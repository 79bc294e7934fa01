// Seats: a plan limits the number of editors and viewers. Pure rules decide whether a seat is left.
import type { Seat } from './store/seats.ts'

/** The seat that a change of role takes in addition; null if none. */
export function takenSeat(before: Seat | null, after: Seat | null): Seat | null {
  return after === before ? null : after
}

/** Seats of a workspace that can still be taken. */
export interface Seats {
  /** Without an additional charge. */
  left: Readonly<Record<Seat, number>>
  /** In all: with points, or on the invoice of a plan by card. */
  atCharge: Readonly<Record<Seat, number>>
}

/** `over`: possible at an additional charge. `full`: not possible. */
export function roomFor({ left, atCharge }: Seats, seat: Seat | null, count = 1): 'free' | 'over' | 'full' {
  if (seat === null || left[seat] >= count) return 'free'
  return atCharge[seat] >= count ? 'over' : 'full'
}
