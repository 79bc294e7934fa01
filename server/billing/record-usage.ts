// Usage is the sum of an append-only ledger. Each row has a unique cause, so that a handler that runs twice counts only
// once. A refund is a separate row. Every change locks the workspace and settles its points in the same transaction.
import type { Trx } from '../platform/database/database.ts'
import type { Month } from './months.ts'
import { settleLocked } from './points/settle-points.ts'
import { monthOf } from './store/instants.ts'
import {
  findAmount,
  findAmountOfMonth,
  findCounted,
  findStorageWorkspaces,
  insertAmountLike,
  insertLedgerRow,
  insertReversal,
  insertStorageReleases,
  type LedgerKind,
} from './store/ledger.ts'
import { raiseStoragePeak } from './store/peaks.ts'
import { lockWorkspace } from './store/usage.ts'

export interface Entry {
  workspaceId: number
  userId: number | null
  /** Required for storage: the storage of a file is released when it is deleted. */
  fileId?: number | null
  kind: LedgerKind
  /** Minutes, bytes or chats; counted in the month of the instant in Japan. */
  amount: number
  /** Globally unique: `file:7:charge:1`, `file:7:original`. */
  cause: string
  at?: Date
}

/** Counts usage. Returns false if this cause was already counted. */
export async function recordUsage(trx: Trx, entry: Entry): Promise<boolean> {
  await lockWorkspace(trx, entry.workspaceId)
  return recordUsageLocked(trx, entry)
}

/** The same for a caller that has locked the workspace, for example by a quota check. */
export async function recordUsageLocked(trx: Trx, entry: Entry): Promise<boolean> {
  const { workspaceId, kind, amount, at } = entry
  if (!(await insertLedgerRow(trx, { ...entry, fileId: entry.fileId ?? null }))) return false
  if (kind === 'storage') await raiseStoragePeak(trx, workspaceId, { month: monthOf(at), change: amount })
  await settleLocked(trx, { workspaceId, at })
  return true
}

/** The amount counted for this cause; undefined if nothing was counted. */
export const recordedUsage = findAmount

/** The amount counted for this cause in the current month in Japan; 0 if it was counted in another month or not at all. */
export const recordedThisMonth = findAmountOfMonth

/**
 * Refunds the row of `cause`, in the month in which it was counted, with the points that it cost. Returns false if nothing
 * was counted, or it was already refunded.
 */
export async function refundUsage(trx: Trx, cause: string, at?: Date): Promise<boolean> {
  const counted = await findCounted(trx, cause)
  if (!counted) return false
  await lockWorkspace(trx, counted.workspace_id)
  if (!(await insertReversal(trx, cause, `${cause}:given-back`))) return false
  await settleMonths(trx, counted, at)
  return true
}

/** Settles the month in which something was counted, and the current one, which may owe what the first one returns. */
async function settleMonths(trx: Trx, counted: { workspace_id: number; month: Month }, at?: Date) {
  const workspaceId = counted.workspace_id
  await settleLocked(trx, { workspaceId, month: counted.month, at })
  await settleLocked(trx, { workspaceId, at })
}

/**
 * Lowers what is counted for `cause` to `amount`: refunds its row and counts the rest under `newCause`, both in the month in
 * which it was counted. The caller checks that the amount is lower; the quota is not checked.
 */
export async function lowerUsage(trx: Trx, cause: string, rest: { amount: number; newCause: string }): Promise<void> {
  const counted = await findCounted(trx, cause)
  if (!counted) return
  await lockWorkspace(trx, counted.workspace_id)
  if (!(await insertReversal(trx, cause, `${cause}:given-back`))) return
  await insertAmountLike(trx, cause, rest)
  await settleMonths(trx, counted)
}

/** Releases all storage of files that are being deleted, in the same transaction. The peak of the month stays. */
export async function releaseStorage(
  trx: Trx,
  fileIds: readonly number[],
  userId: number | null,
  at?: Date,
): Promise<void> {
  if (fileIds.length === 0) return
  for (const workspaceId of await findStorageWorkspaces(trx, fileIds)) {
    await lockWorkspace(trx, workspaceId)
    await raiseStoragePeak(trx, workspaceId, { month: monthOf(at), change: 0 })
  }
  await insertStorageReleases(trx, fileIds, { userId, at })
}
