// Minutes are charged once, when the first chunk of a file is claimed for recognition: whole minutes of the measured
// duration (`chargedMinutes`), in the current month in Japan time. The unique cause in the ledger makes a second charge
// impossible.
import { chargedMinutes } from '@kaiwa/contract/minutes.ts'
import { refundUsage, recordUsage, recordedUsage } from '../billing/record-usage.ts'
import { remainingMinutes } from '../billing/remaining.ts'
import type { Trx } from '../platform/database/database.ts'
import { clearCharge, findCharge, saveCharge } from './store/processing-columns.ts'
import type { RunningFile } from './store/runs.ts'

type Charged = Pick<RunningFile, 'id' | 'workspace_id' | 'created_by' | 'duration' | 'charge_cause' | 'charge_count'>

/**
 * True if the file is already charged or the month has enough minutes left. Charges nothing. The caller holds the
 * file's row lock.
 */
export const isAffordable = async (trx: Trx, file: Charged): Promise<boolean> =>
  file.charge_cause !== null || (await remainingMinutes(trx, file.workspace_id)) >= chargedMinutes(file.duration)

/**
 * Charges the minutes unless the file is already charged. Returns false if the month has too few left. The caller holds
 * the file's row lock.
 */
export const chargeOnce = async (trx: Trx, file: Charged): Promise<boolean> => {
  if (file.charge_cause) return true
  const minutes = chargedMinutes(file.duration)
  if ((await remainingMinutes(trx, file.workspace_id)) < minutes) return false
  const cause = `file:${file.id}:charge:${file.charge_count + 1}`
  await recordUsage(trx, {
    workspaceId: file.workspace_id,
    userId: file.created_by,
    fileId: file.id,
    kind: 'minute',
    amount: minutes,
    cause,
  })
  await saveCharge(trx, file.id, { cause, count: file.charge_count + 1 })
  return true
}

/** Refunds the current charge, in the month in which it was made; the next attempt charges again. */
export const refundCharge = async (trx: Trx, { id }: Pick<Charged, 'id'>): Promise<void> => {
  // Read now: the caller's row may be older than a charge of the same transaction.
  const cause = await findCharge(trx, id)
  if (!cause) return
  await refundUsage(trx, cause)
  await clearCharge(trx, id)
}

/**
 * Called after the whole recording was read: replaces a charge for the length stated in the header by one for the
 * measured length. Returns false, with nothing charged, if the month has too few minutes left. The caller holds the
 * file's row lock.
 */
export const settleCharge = async (trx: Trx, file: Charged): Promise<boolean> => {
  if (!file.charge_cause || (await recordedUsage(trx, file.charge_cause)) === chargedMinutes(file.duration)) return true
  await refundCharge(trx, file)
  return chargeOnce(trx, { ...file, charge_cause: null })
}
