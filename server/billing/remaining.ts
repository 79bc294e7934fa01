// Quota checks. Call them before consuming: they lock the workspace to the end of the caller's transaction, so that two
// files cannot both take the last minutes. Record the consumption in the same transaction. Points count where they pay
// for more than the limit.
import type { Db, Trx } from '../platform/database/database.ts'
import { leftOf, payerNow, restOf, UNLIMITED } from './gate.ts'
import { settlePoints } from './points/settle-points.ts'
import type { LedgerKind } from './store/ledger.ts'
import { readQuota } from './store/usage.ts'

async function remainingOf(trx: Trx, workspaceId: number, kind: LedgerKind, at?: Date): Promise<number> {
  let quota = await readQuota(trx, workspaceId, kind, { isLocking: true, at })
  // The first check of a month: what the month began with uses its points before anything else does.
  if (quota && !quota.has_peaks && payerNow(quota.terms) === 'points') {
    await settlePoints(trx, { workspaceId, at })
    quota = await readQuota(trx, workspaceId, kind, { isLocking: true, at })
  }
  return quota ? leftOf(quota.terms, kind, quota) : 0
}

/** Whole minutes left in the month in Japan; 0 without a subscription. */
export function remainingMinutes(trx: Trx, workspaceId: number, at?: Date): Promise<number> {
  return remainingOf(trx, workspaceId, 'minute', at)
}

/** Bytes left; 0 without a subscription. */
export function remainingStorage(trx: Trx, workspaceId: number, at?: Date): Promise<number> {
  return remainingOf(trx, workspaceId, 'storage', at)
}

/** Chats left in the month in Japan; 0 without a subscription. */
export function remainingChats(trx: Trx, workspaceId: number, at?: Date): Promise<number> {
  return remainingOf(trx, workspaceId, 'chat', at)
}

/**
 * Chats of the month in Japan, and how many are left; without a lock, for display. A plan by card has at least one left:
 * the rest of its limit, or 1.
 */
export async function countChats(db: Db | Trx, workspaceId: number): Promise<{ count: number; remain: number }> {
  const quota = await readQuota(db, workspaceId, 'chat', { isLocking: false })
  if (!quota) return { count: 0, remain: 0 }
  const left = leftOf(quota.terms, 'chat', quota)
  return { count: quota.used, remain: left === UNLIMITED ? Math.max(1, restOf(quota.terms, 'chat', quota)) : left }
}
