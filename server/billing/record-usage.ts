// Usage is the sum of an append-only ledger. Each row has a unique cause, so that a handler that runs twice counts only
// once. A refund is a separate row.
import type { Trx } from '../platform/database/database.ts'
import {
  findAmount,
  findAmountOfMonth,
  insertAmountLike,
  insertLedgerRow,
  insertReversal,
  insertStorageReleases,
  type LedgerKind,
} from './store/ledger.ts'

export interface Entry {
  workspaceId: number
  userId: number | null
  /** Required for storage: the storage of a file is released when it is deleted. */
  fileId?: number | null
  kind: LedgerKind
  /** Minutes, bytes or chats; counted in the current month in Japan. */
  amount: number
  /** Globally unique: `file:7:charge:1`, `file:7:original`. */
  cause: string
}

/** Counts usage. Returns false if this cause was already counted. */
export function recordUsage(trx: Trx, entry: Entry): Promise<boolean> {
  return insertLedgerRow(trx, { ...entry, fileId: entry.fileId ?? null })
}

/** The amount counted for this cause; undefined if nothing was counted. */
export const recordedUsage = findAmount

/** The amount counted for this cause in the current month in Japan; 0 if it was counted in another month or not at all. */
export const recordedThisMonth = findAmountOfMonth

/**
 * Refunds the row of `cause`, in the month in which it was counted. Returns false if nothing was counted, or it was
 * already refunded.
 */
export function refundUsage(trx: Trx, cause: string): Promise<boolean> {
  return insertReversal(trx, cause, `${cause}:given-back`)
}

/**
 * Lowers what is counted for `cause` to `amount`: refunds its row and counts the rest under `newCause`, both in the month in
 * which it was counted. The caller checks that the amount is lower; the quota is not checked.
 */
export async function lowerUsage(trx: Trx, cause: string, rest: { amount: number; newCause: string }): Promise<void> {
  if (await refundUsage(trx, cause)) await insertAmountLike(trx, cause, rest)
}

/** Releases all storage of files that are being deleted, in the same transaction. */
export async function releaseStorage(trx: Trx, fileIds: readonly number[], userId: number | null): Promise<void> {
  if (fileIds.length > 0) await insertStorageReleases(trx, fileIds, userId)
}
