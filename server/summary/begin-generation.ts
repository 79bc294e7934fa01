// Begins a generation: at most one at a time per file, counted as one chat. The caller holds the lock of the file. Consent
// and quota are checked under the lock of the workspace, so that two requests cannot both take its last chat.
import { PROCESSING_REASON } from '@kaiwa/contract/chat-words.ts'
import type { SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import type { Actor } from '../accounts/actor.ts'
import { recordUsage } from '../billing/record-usage.ts'
import { remainingChats } from '../billing/remaining.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { chooseWriter, type SummaryNote } from './choose-writer.ts'
import { publishSummary } from './end-generation.ts'
import { causeOf, keyOf } from './generation-keys.ts'
import { summaryJob } from './jobs/write.ts'
import type { SummaryFile } from './store/files.ts'
import { beginParts } from './store/parts.ts'
import { beginSummary, findSummary, insertSummary } from './store/summaries.ts'

interface Wanted {
  actor: Actor
  file: SummaryFile
  parts: readonly SummaryPartName[]
}

/** Counts the generation and sends its job. Returns why it did not begin; null if it did. */
export async function tryToBegin(
  app: App,
  trx: Trx,
  { actor, file, parts }: Wanted,
): Promise<SummaryNote | typeof PROCESSING_REASON | null> {
  const remain = await remainingChats(trx, file.workspace_id)
  await insertSummary(trx, file.id)
  if ((await findSummary(trx, file.id))?.is_writing) return PROCESSING_REASON
  const writer = await chooseWriter(app, trx, { actor, file, remain })
  if ('note' in writer) return writer.note
  const { id: model, host } = writer.model
  const generation = await beginSummary(trx, file.id, { requested_by: actor.id, model, host })
  await beginParts(trx, file.id, parts)
  const begun = { file_id: file.id, generation }
  const counted = { workspaceId: file.workspace_id, userId: actor.id }
  await recordUsage(trx, { ...counted, kind: 'chat', amount: 1, cause: causeOf(begun) })
  const data = { ...begun, workspace_id: file.workspace_id, user_id: actor.id }
  await app.jobs.send(trx, summaryJob, data, { key: keyOf(begun) })
  await publishSummary(trx, file.id)
  return null
}

/** Refuses if it cannot begin. */
export async function beginGeneration(app: App, trx: Trx, wanted: Wanted): Promise<void> {
  const reason = await tryToBegin(app, trx, wanted)
  if (reason === 'no-chat') throw new Refusal('WORKSPACE_EXCEED_MAX_USAGE_QUOTA', { reason: 'chat' })
  if (reason !== null) throw new Refusal('E_CONFLICT', { reason })
}
