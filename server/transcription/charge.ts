// Minutes are charged once, when the first chunk of a file is claimed for recognition: whole minutes of the measured
// duration (`chargedMinutes`), in the month of Japan. The ledger's unique cause makes a second charge impossible, not just unlikely.
import { chargedMinutes } from '@kaiwa/contract/minutes.ts'
import { giveBack, record, recordedAmount } from '../billing/record.ts'
import { remainingMinutes } from '../billing/remaining.ts'
import type { Trx } from '../platform/database/database.ts'
import type { RunningFile } from './run.ts'

type Charged = Pick<RunningFile, 'id' | 'workspace_id' | 'created_by' | 'duration' | 'charge_cause' | 'charge_count'>

/** Whether the file is paid for or the month has enough left for it; takes nothing. The caller holds the file's row. */
export const isAffordable = async (trx: Trx, file: Charged): Promise<boolean> =>
  file.charge_cause !== null || (await remainingMinutes(trx, file.workspace_id)) >= chargedMinutes(file.duration)

/** Whether the file is paid for; takes the minutes unless a charge stands. The caller holds the file's row. */
export const chargeOnce = async (trx: Trx, file: Charged): Promise<boolean> => {
  if (file.charge_cause) return true
  const minutes = chargedMinutes(file.duration)
  if ((await remainingMinutes(trx, file.workspace_id)) < minutes) return false
  const cause = `file:${file.id}:charge:${file.charge_count + 1}`
  await record(trx, {
    workspaceId: file.workspace_id,
    userId: file.created_by,
    fileId: file.id,
    kind: 'minute',
    amount: minutes,
    cause,
  })
  await trx
    .updateTable('files')
    .set({ charge_cause: cause, charge_count: file.charge_count + 1 })
    .where('id', '=', file.id)
    .execute()
  return true
}

/** Gives the minutes of a standing charge back, in the month they were taken; the next attempt charges anew. */
export const returnCharge = async (trx: Trx, file: Pick<Charged, 'id' | 'charge_cause'>): Promise<void> => {
  if (!file.charge_cause) return
  await giveBack(trx, file.charge_cause)
  await trx.updateTable('files').set({ charge_cause: null }).where('id', '=', file.id).execute()
}

/**
 * Once all of a recording was read: a charge for the length that its header claimed becomes one for the length that was
 * measured. False, and nothing stands charged, where the month has too little left for it. The caller holds the file's row.
 */
export const settleCharge = async (trx: Trx, file: Charged): Promise<boolean> => {
  if (!file.charge_cause || (await recordedAmount(trx, file.charge_cause)) === chargedMinutes(file.duration))
    return true
  await returnCharge(trx, file)
  return chargeOnce(trx, { ...file, charge_cause: null })
}
