// The end of a value, and of a generation. A generation ends once: an update of the row that is being written, with the
// return of its chat if it failed, or was canceled before a value was found, and the event.
import { userChannel } from '@kaiwa/contract/channels.ts'
import type { ChatError } from '@kaiwa/contract/chat-messages.ts'
import { refundUsage } from '../../billing/record-usage.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { publish } from '../../platform/store/outbox.ts'
import { causeOf, GENERATION_JOB, keyOf } from './generation-keys.ts'
import {
  findGeneration,
  type GenerationEnd,
  type GenerationRow,
  lockClaimed,
  updateEnded,
} from './store/generations.ts'
import { failWaiting, type Finding, hasFoundValue, updateValue } from './store/values.ts'

type Published = Pick<GenerationRow, 'id' | 'file_id' | 'requested_by'>

/** Tells the person who started the generation. */
export function publishGeneration(trx: Trx, { id, file_id, requested_by }: Published): Promise<void> {
  return publish(trx, {
    type: 'crm.generation_changed',
    data: { generation_id: id, project_file_id: file_id },
    channels: [userChannel(requested_by)],
  })
}

/** Stores a value. False if the generation has ended, or another worker has claimed it. */
export function finishValue(db: Db, row: GenerationRow, property: string, finding: Finding): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockClaimed(trx, row))) return false
    if (await updateValue(trx, { generationId: row.id, property }, finding)) await publishGeneration(trx, row)
    return true
  })
}

/** Ends a generation. Null if it had already ended, or the given claim is outdated. */
export async function endGeneration(
  trx: Trx,
  generation: { id: number; claim?: number },
  end: GenerationEnd,
): Promise<GenerationRow | null> {
  const found = await findGeneration(trx, generation.id)
  if (!found) return null
  // Lock order: the workspace, then the generation. Returning a chat locks the workspace.
  await lockWorkspace(trx, found.workspace_id)
  const row = await updateEnded(trx, generation, end)
  if (!row) return null
  await failWaiting(trx, row.id)
  const isRefunded = end.status === 'failed' || (end.status === 'canceled' && !(await hasFoundValue(trx, row.id)))
  if (isRefunded) await refundUsage(trx, causeOf(row))
  await publishGeneration(trx, row)
  return row
}

export function failed(error: ChatError): GenerationEnd {
  return { status: 'failed', error }
}

/** Ends a generation from outside of its job, and stops the job. */
export async function stopGeneration(trx: Trx, jobs: Pick<Jobs, 'cancel'>, generation: { id: number }): Promise<void> {
  const row = await endGeneration(trx, generation, { status: 'canceled', error: null })
  if (row) await jobs.cancel(trx, { name: GENERATION_JOB }, keyOf(row))
}
