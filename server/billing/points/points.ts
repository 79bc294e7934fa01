// Arithmetic of points. Points of a month are a function of what exceeds the limits, of the prices and of the available points, independent of the order of events.
import { CONSUMABLES, type Consumable } from '@kaiwa/contract/consumables.ts'

/** Minutes, GB, chats or persons, and prices or points of them. */
export type PerKind = Readonly<Record<Consumable, number>>

export const BYTES_PER_GB = 1_073_741_824

export function eachKind(amountOf: (kind: Consumable) => number): PerKind {
  return {
    minute: amountOf('minute'),
    storage: amountOf('storage'),
    chat: amountOf('chat'),
    editor: amountOf('editor'),
    viewer: amountOf('viewer'),
  }
}

/** Whole GB: a started one counts. */
export function wholeGb(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_GB)
}

/** Units beyond the limits; storage in GB. */
export function excessOf(limits: PerKind, used: PerKind): PerKind {
  return eachKind((kind) => Math.max(0, used[kind] - limits[kind]))
}

/**
 * The units that points pay for: all of the excess, or as many whole units as the points suffice for, in the order minutes,
 * chats, storage, editors, viewers. A price of 0 means that the kind is not sold: nothing is paid for it.
 */
export function payableUnits(excess: PerKind, prices: PerKind, points: number): PerKind {
  const units: Record<Consumable, number> = { minute: 0, chat: 0, storage: 0, editor: 0, viewer: 0 }
  let left = points
  for (const kind of ['minute', 'chat', 'storage', 'editor', 'viewer'] as const) {
    units[kind] = Math.min(excess[kind], purchasable(left, prices[kind]))
    left -= units[kind] * prices[kind]
  }
  return units
}

/** Whole units that these points buy. */
export function purchasable(points: number, price: number): number {
  return price > 0 ? Math.floor(points / price) : 0
}

export interface PointChange {
  kind: Consumable
  /** Units paid for; negative where they come back. */
  amount: number
  /** Points received; negative where they are used. */
  point: number
}

/** The rows that lead from what was paid to what is to be paid. Returns come first, so that no balance is negative. */
export function pointChanges(
  paid: { units: PerKind; points: PerKind },
  target: PerKind,
  prices: PerKind,
): PointChange[] {
  return CONSUMABLES.map((kind) => ({
    kind,
    amount: target[kind] - paid.units[kind],
    point: paid.points[kind] - target[kind] * prices[kind],
  }))
    .filter(({ amount, point }) => amount !== 0 || point !== 0)
    .toSorted((a, b) => b.point - a.point)
}
