// The ledger is how usage is known: it only grows, and each row names its cause, so that a handler that runs twice counts
// once. What is given back is a row of its own.
import type { Trx } from '../platform/database/database.ts'
import { findAmount, insertLedgerRow, insertOpposite, insertStorageReleases, type LedgerKind } from './store.ts'

export type Entry = {
  workspaceId: number
  userId: number | null
  /** Needed for storage: what a file takes is given back when it is deleted. */
  fileId?: number | null
  kind: LedgerKind
  /** Minutes, bytes or chats; they count to the current month in Japan. */
  amount: number
  /** Unique for ever: `file:7:charge:1`, `file:7:original`. */
  cause: string
}

/** Counts usage. False where this cause was counted before. */
export const record = (trx: Trx, entry: Entry): Promise<boolean> =>
  insertLedgerRow(trx, { ...entry, fileId: entry.fileId ?? null })

/** What was counted for this cause; undefined where nothing was. */
export const recordedAmount = findAmount

/** Takes the row of `cause` back, in the month in which it was counted. False where there is none, or it was taken back. */
export const giveBack = (trx: Trx, cause: string): Promise<boolean> => insertOpposite(trx, cause, `${cause}:given-back`)

/** Gives back all storage of files that are being deleted, in their transaction. */
export const releaseStorage = async (trx: Trx, fileIds: readonly number[], userId: number | null): Promise<void> => {
  if (fileIds.length > 0) await insertStorageReleases(trx, fileIds, userId)
}
