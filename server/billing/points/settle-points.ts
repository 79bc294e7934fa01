// Points of a month follow its usage: the target is computed from stored rows, and the difference to what was used is
// written to the ledger.
import type { Consumable } from '@kaiwa/contract/consumables.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Month } from '../months.ts'
import { payerOf, type PayerTerms } from '../payer.ts'
import { insertBillingRow } from '../store/billing-ledger.ts'
import { insertPeaks } from '../store/peaks.ts'
import type { PaidColumns } from '../store/paid.ts'
import { readMonth } from '../store/points.ts'
import { lockWorkspace } from '../store/usage.ts'
import { eachKind, excessOf, payableUnits, type PerKind, type PointChange, pointChanges, wholeGb } from './points.ts'

const NONE = eachKind(() => 0)

export function paidOf(row: PaidColumns): { units: PerKind; points: PerKind } {
  return { units: eachKind((kind) => row[`paid_${kind}`]), points: eachKind((kind) => row[`spent_${kind}`]) }
}

/** The input for the points of a month. */
export interface SettledMonth extends PaidColumns {
  is_past: boolean
  balance: number
  used_minutes: number
  used_chats: number
  peak_storage: number
  peak_editors: number
  peak_viewers: number
  /** Null without a subscription in the month. */
  terms: (PayerTerms & PerKind & Readonly<Record<`${Consumable}_points`, number>>) | null
}

export function pricesOf(terms: SettledMonth['terms']): PerKind {
  return terms ? eachKind((kind) => terms[`${kind}_points`]) : NONE
}

/** Units beyond the limits of the month, storage and seats by their peaks. */
export function excessOfMonth(row: Omit<SettledMonth, 'is_past' | 'balance'>): PerKind {
  if (!row.terms) return NONE
  return excessOf(row.terms, {
    minute: row.used_minutes,
    chat: row.used_chats,
    storage: wholeGb(row.peak_storage),
    editor: row.peak_editors,
    viewer: row.peak_viewers,
  })
}

/** The units that points pay for in the month. Points of a past month only come back. */
function targetOf(row: SettledMonth): PerKind {
  if (payerOf(row.terms ?? undefined) !== 'points') return NONE
  const excess = excessOfMonth(row)
  const { units, points } = paidOf(row)
  if (row.is_past) return eachKind((kind) => Math.min(excess[kind], units[kind]))
  const available = Object.values(points).reduce((sum, spent) => sum + spent, row.balance)
  return payableUnits(excess, pricesOf(row.terms), available)
}

/** The rows of the ledger by which the points of a month follow its usage. Pure. */
export function changesOf(row: SettledMonth): PointChange[] {
  return pointChanges(paidOf(row), targetOf(row), pricesOf(row.terms))
}

interface Settlement {
  workspaceId: number
  at?: Date | undefined
  /** Without it, the month of the instant. What was owed for an earlier month is not used later. */
  month?: Month
}

/**
 * Writes the points that the month's usage costs more or less than what was used. Locks the workspace; repeated calls
 * change nothing.
 */
export async function settlePoints(trx: Trx, settlement: Settlement): Promise<void> {
  await lockWorkspace(trx, settlement.workspaceId)
  await settleLocked(trx, settlement)
}

/** The same for a caller that has locked the workspace. */
export async function settleLocked(trx: Trx, { workspaceId, at, month: wanted }: Settlement): Promise<void> {
  const row = await readMonth(trx, workspaceId, { month: wanted, at })
  if (!row) return
  const { month } = row
  if (!row.is_past && !row.has_peaks) await insertPeaks(trx, workspaceId, month)
  for (const [index, { kind, amount, point }] of changesOf(row).entries())
    await insertBillingRow(trx, {
      workspaceId,
      subscriptionId: row.terms?.subscription_id ?? null,
      billingType: 'use_point',
      kind,
      amount,
      point,
      month,
      cause: causeOf(workspaceId, month, kind, row.row_count + index + 1),
      at,
    })
}

function causeOf(workspaceId: number, month: Month, kind: Consumable, number: number): string {
  return `points:${workspaceId}:${month}:${kind}:${number}`
}
