import type { Trx } from '../../platform/database/database.ts'
import { publishUsage } from '../publish-usage.ts'
import { findBalance, findPointsOfRow, insertBillingRow } from '../store/billing-ledger.ts'
import { findTerms } from '../store/terms.ts'
import { lockWorkspace } from '../store/usage.ts'
import { settlePoints } from './settle-points.ts'

export interface NewPoints {
  workspaceId: number
  billingType: 'purchase_point' | 'give_point'
  /** Negative only for `give_point`. */
  point: number
  /** Yen with tax. */
  money: number
  /** Globally unique. */
  cause: string
  userId: number | null
  invoiceId?: number | null
  at?: Date
}

/**
 * Adds points and uses them for what the current month owes. A negative amount stops at a balance of 0. Locks the workspace.
 * Returns false if the cause exists.
 */
export async function addPoints(trx: Trx, { at, ...points }: NewPoints): Promise<boolean> {
  const { workspaceId } = points
  await lockWorkspace(trx, workspaceId)
  // Checked first: a repeated call must not compute with the balance after the first one.
  if ((await findPointsOfRow(trx, points.cause)) !== undefined) return false
  const point = Math.max(points.point, -(await findBalance(trx, workspaceId)))
  const terms = await findTerms(trx, workspaceId, at)
  const row = { ...points, point, subscriptionId: terms?.subscription_id ?? null, at }
  if (!(await insertBillingRow(trx, row))) return false
  await settlePoints(trx, { workspaceId, at })
  await publishUsage(trx, workspaceId)
  return true
}
