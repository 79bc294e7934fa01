// The end of a part, and of a generation. A generation ends once: an update of the row that is being written, with the
// return of its chat if no part was finished, and the event.
import type { ChatError } from '@kaiwa/contract/chat-messages.ts'
import { fileChannel } from '@kaiwa/contract/channels.ts'
import type { SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { refundUsage } from '../billing/record-usage.ts'
import { lockWorkspace } from '../billing/store/usage.ts'
import { findWorkspaceOfFile } from '../files/store/files.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { publish } from '../platform/store/outbox.ts'
import { causeOf, keyOf, SUMMARY_JOB } from './generation-keys.ts'
import { failParts, restoreParts, savePart, type StoredItem } from './store/parts.ts'
import { countReadyPart, endSummary, lockClaimed, type SummaryRow } from './store/summaries.ts'

export function publishSummary(trx: Trx, fileId: number): Promise<void> {
  return publish(trx, {
    type: 'summary.changed',
    data: { project_file_id: fileId },
    channels: [fileChannel(fileId)],
  })
}

type Claimed = Pick<SummaryRow, 'file_id' | 'claim' | 'text_version'>

/** Stores the items of a part. False if the generation has ended, or another worker has claimed it. */
export function finishPart(
  db: Db,
  row: Claimed,
  part: SummaryPartName,
  items: readonly StoredItem[],
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockClaimed(trx, row))) return false
    const written = { items, textVersion: row.text_version }
    if (!(await savePart(trx, { fileId: row.file_id, part }, written))) return false
    await countReadyPart(trx, row.file_id)
    await publishSummary(trx, row.file_id)
    return true
  })
}

/** Stores the error of a part. False in the same cases as `finishPart`. */
export function failPart(db: Db, row: Claimed, part: SummaryPartName, error: ChatError): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockClaimed(trx, row))) return false
    await failParts(trx, row.file_id, error, part)
    await publishSummary(trx, row.file_id)
    return true
  })
}

/** How parts end that are still being written: with the error, or restored to their state before the generation. */
export type GenerationEnd = { unfinished: 'fail'; error: ChatError } | { unfinished: 'restore' }

/** Ends a generation and returns its row. Null if it had already ended, or the given generation or claim is outdated. */
export async function endGeneration(
  trx: Trx,
  summary: { file_id: number; generation?: number; claim?: number },
  end: GenerationEnd,
): Promise<SummaryRow | null> {
  // Lock order: the workspace, then the summary. Returning a chat locks the workspace.
  await lockWorkspace(trx, (await findWorkspaceOfFile(trx, summary.file_id)) ?? 0)
  const row = await endSummary(trx, summary)
  if (!row) return null
  if (end.unfinished === 'restore') await restoreParts(trx, row.file_id)
  else await failParts(trx, row.file_id, end.error)
  if (row.ready_parts === 0) await refundUsage(trx, causeOf(row))
  await publishSummary(trx, row.file_id)
  return row
}

/** Ends a generation from outside of its job, and stops the job. */
export async function stopGeneration(
  trx: Trx,
  jobs: Pick<Jobs, 'cancel'>,
  fileId: number,
  end: GenerationEnd,
): Promise<void> {
  const row = await endGeneration(trx, { file_id: fileId }, end)
  if (row) await jobs.cancel(trx, { name: SUMMARY_JOB }, keyOf(row))
}
