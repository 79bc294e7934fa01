// Minutes are charged once, when the first chunk of a file is claimed for recognition: whole minutes of the measured
// duration (`chargedMinutes`), in the current month in Japan time. Until the recording is measured, the duration is that
// of its header, and the charge grows with the chunks beyond it. The unique cause in the ledger makes a second charge
// impossible.
import { chargedMinutes } from '@kaiwa/contract/minutes.ts'
import { lowerUsage, recordedThisMonth, recordedUsage, recordUsage, refundUsage } from '../billing/record-usage.ts'
import { remainingMinutes } from '../billing/remaining.ts'
import type { Trx } from '../platform/database/database.ts'
import { clearCharge, findCharge, saveCharge } from './store/processing-columns.ts'
import { chunkTotals } from './store/speech-chunks.ts'
import type { RunningFile } from './store/runs.ts'

type Charged = Pick<RunningFile, 'id' | 'workspace_id' | 'created_by' | 'duration' | 'charge_cause' | 'charge_count'>

/** The minutes charged for the file at present. */
async function chargedFor(trx: Trx, { charge_cause: cause }: Charged): Promise<number> {
  return cause === null ? 0 : ((await recordedUsage(trx, cause)) ?? 0)
}

/**
 * True if the month has enough minutes left to charge `minutes` instead of what is charged at present. A charge of an
 * earlier month gives nothing back to this one.
 */
async function canCharge(trx: Trx, file: Charged, minutes: number): Promise<boolean> {
  const { charge_cause: cause } = file
  const refund = cause === null ? 0 : await recordedThisMonth(trx, cause)
  return (await remainingMinutes(trx, file.workspace_id)) >= minutes - refund
}

/**
 * True if the file is charged for its length, or the month has enough minutes left. Charges nothing. The caller holds the
 * file's row lock.
 */
export async function isAffordable(trx: Trx, file: Charged): Promise<boolean> {
  const minutes = chargedMinutes(file.duration)
  return (await chargedFor(trx, file)) >= minutes || canCharge(trx, file, minutes)
}

/**
 * Charges the file before its sound up to `end` (seconds) is recognised, unless it is charged for that. Where a header
 * states too little, the charge grows with the sound that was really found. Returns false, with the charge unchanged, if
 * the month has too few minutes left. The caller holds the file's row lock.
 */
export async function chargeUpTo(trx: Trx, file: Charged, end: number): Promise<boolean> {
  const minutes = chargedMinutes(Math.max(file.duration, end))
  if (file.charge_cause !== null && (await chargedFor(trx, file)) >= minutes) return true
  return replaceCharge(trx, file, minutes)
}

/** Charges `minutes` instead of what is charged. Returns false, with the charge unchanged, if too few are left. */
async function replaceCharge(trx: Trx, file: Charged, minutes: number): Promise<boolean> {
  if (!(await canCharge(trx, file, minutes))) return false
  await refundCharge(trx, file)
  await charge(trx, file, minutes)
  return true
}

/** The cause of the next charge of a file. */
function nextCause({ id, charge_count: count }: Pick<Charged, 'id' | 'charge_count'>): string {
  return `file:${id}:charge:${count + 1}`
}

async function charge(trx: Trx, file: Charged, minutes: number): Promise<void> {
  const cause = nextCause(file)
  await recordUsage(trx, {
    workspaceId: file.workspace_id,
    userId: file.created_by,
    fileId: file.id,
    kind: 'minute',
    amount: minutes,
    cause,
  })
  await saveCharge(trx, file.id, { cause, count: file.charge_count + 1 })
}

/** Refunds the current charge, in the month in which it was made; the next attempt charges again. */
export async function refundCharge(trx: Trx, { id }: Pick<Charged, 'id'>): Promise<void> {
  // Read now: the caller's row may be older than a charge of the same transaction.
  const { charge_cause: cause } = await findCharge(trx, id)
  if (cause === null) return
  await refundUsage(trx, cause)
  await clearCharge(trx, id)
}

/**
 * Reduces the charge, in its month, to the sound that was recognised in this run or in an earlier one of the same charge,
 * which its readers could read and keep. For failures that the recording causes: otherwise a recording that is made to
 * fail at its end would be transcribed for nothing.
 */
export async function chargeRecognised(trx: Trx, { id }: Pick<Charged, 'id'>): Promise<void> {
  const minutes = chargedMinutes((await chunkTotals(trx, id)).speech_recognised)
  // Read now: the caller's row may be older than a charge of the same transaction.
  const file = await findCharge(trx, id)
  if (file.charge_cause === null || (await chargedFor(trx, file)) <= minutes) return
  if (minutes === 0) return refundCharge(trx, file)
  const cause = nextCause(file)
  await lowerUsage(trx, file.charge_cause, { amount: minutes, newCause: cause })
  await saveCharge(trx, id, { cause, count: file.charge_count + 1 })
}

/**
 * Called after the whole recording was read: replaces a charge for the length stated in the header by one for the
 * measured length. Returns false, with the charge unchanged, if the month has too few minutes left. The caller holds the
 * file's row lock.
 */
export async function settleCharge(trx: Trx, file: Charged): Promise<boolean> {
  const minutes = chargedMinutes(file.duration)
  if (!file.charge_cause || (await chargedFor(trx, file)) === minutes) return true
  return replaceCharge(trx, file, minutes)
}
