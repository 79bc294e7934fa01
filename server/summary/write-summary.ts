// Writes a generation of a summary: one request for each part about the whole transcript if the budget allows it,
// otherwise notes about pieces of the transcript, and then each part from its notes. A part is stored when it is ready.
import { SUMMARY_PARTS, type SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import type { Actor } from '../accounts/actor.ts'
import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import { answerTokens, chatErrorOf, RULES_TOKENS } from '../assistant/ask-model.ts'
import { readCited } from '../assistant/check-quotes.ts'
import { divide, documentsOf } from '../assistant/plan-reading.ts'
import type { BlockIds, Document } from '../assistant/prompt.ts'
import { findAgreedHosts } from '../assistant/store/consents.ts'
import { type CoveredFile, findSpokenBlocks } from '../assistant/store/covered.ts'
import type { Work } from '../assistant/task.ts'
import { refundUsage } from '../billing/record-usage.ts'
import { AiFailure } from '../platform/ai/ai-failure.ts'
import type { AiConfig, AiModel } from '../platform/ai/ai-config.ts'
import type { Db } from '../platform/database/database.ts'
import { endGeneration, failPart, finishPart } from './end-generation.ts'
import { causeOf } from './generation-keys.ts'
import * as policy from './policy.ts'
import { composeItems, type ReadParts } from './read-items.ts'
import { GenerationEnded, hasRoomForNotes, isShort, requestPart, takeNotes, type Writing } from './request-parts.ts'
import { findSummaryFile, readableFile } from './store/files.ts'
import { findParts } from './store/parts.ts'
import { isSwitchedOn } from './store/settings.ts'
import { claimSummary, findSummary, isClaimed, type SummaryRow } from './store/summaries.ts'

interface Task {
  actor: Actor
  file: CoveredFile & { workspace_id: number; language: string | null }
}

/** The input of a generation with the rights of its person today; null if they may not generate it any more. */
async function readTask(db: Db, { file_id, requested_by: userId, host }: SummaryRow): Promise<Task | null> {
  const actor = userId === null ? null : await actorOfUser(db, userId)
  const file = actor && (await findSummaryFile(db, actor, file_id))
  const readable = file && readableFile(file)
  if (!readable || !policy.edit(file).allowed) return null
  const { workspace_id, language } = file
  const [isOn, agreed] = await Promise.all([isSwitchedOn(db, workspace_id), findAgreedHosts(db, workspace_id)])
  return isOn && host !== null && agreed.has(host) ? { actor, file: { ...readable, workspace_id, language } } : null
}

interface Sources {
  task: Task
  ids: BlockIds
  notes: ReadParts | null
}

/** Asks for a part and checks its quotes. Rejects if the model wrote items, and none of them was said. */
async function writePart(writing: Writing, part: SummaryPartName, { task, ids, notes }: Sources) {
  const items = await requestPart(writing, part, notes)
  const cited = items.flatMap(({ quotes }) => quotes.map(({ block }) => block))
  const cite = await readCited(writing.work.app.db, [task.file], ids, cited)
  const composed = composeItems(part, items, { ids, cite })
  // An empty list would replace the earlier items of the part.
  if (items.length > 0 && composed.length === 0)
    throw new AiFailure('other', `the model at ${writing.model.host} quoted nothing that was said`)
  return composed
}

/** Errors after which the other parts would fail as well. */
function isFinal(error: unknown): boolean {
  const isLimit = error instanceof AiFailure && (error.kind === 'requests' || error.kind === 'tokens')
  return isLimit || error instanceof GenerationEnded || (error instanceof Error && error.name === 'TimeoutError')
}

async function writeParts(writing: Writing, row: SummaryRow, task: Task, parts: readonly SummaryPartName[]) {
  const { work, documents } = writing
  const { db } = work.app
  const isWhole = isShort(writing, parts)
  if (!isWhole && !hasRoomForNotes(writing, parts))
    throw new AiFailure('length', 'the transcript is longer than the budget allows')
  const ids = new Map(documents.flatMap((document) => [...document.ids]))
  const notes = isWhole ? null : await takeNotes(writing, parts)
  for (const part of parts) {
    try {
      const items = await writePart(writing, part, { task, ids, notes })
      if (!(await finishPart(db, row, part, items))) return
    } catch (error) {
      if (work.signal.aborted || isFinal(error)) throw error
      work.log.warn({ err: error, host: writing.model.host, part }, 'part of a summary failed')
      if (!(await failPart(db, row, part, chatErrorOf(error)))) return
    }
  }
}

/** The documents of a transcript; null if it, or one of its blocks, is too long. */
async function readDocuments(db: Db, { actor, file }: Task, ai: AiConfig): Promise<Document[] | null> {
  // Three narrow characters are one token, so a longer text cannot fit.
  if (file.text_length / 3 > ai.answerTokens) return null
  const blocks = await findSpokenBlocks(db, actor, { transcriptIds: [file.transcript_id], speakerIds: [] })
  const parts = divide([{ file, blocks }], ai.contextTokens - answerTokens(ai) - RULES_TOKENS)
  return parts && documentsOf(parts)
}

/** The parts that this generation has not finished, in display order. */
async function findWaitingParts(db: Db, fileId: number): Promise<SummaryPartName[]> {
  const waiting = new Set(
    (await findParts(db, fileId)).flatMap(({ part, status }) => (status === 'writing' ? part : [])),
  )
  return SUMMARY_PARTS.filter((part) => waiting.has(part))
}

async function write(work: Work, row: SummaryRow, model: AiModel, ai: AiConfig): Promise<void> {
  const { db } = work.app
  const parts = await findWaitingParts(db, row.file_id)
  // An earlier worker finished all parts, and did not come to the end of the generation.
  if (parts.length === 0) return
  const task = await readTask(db, row)
  if (!task) throw new GenerationEnded('the summary may not be written any more')
  const documents = await readDocuments(db, task, ai)
  if (!documents) throw new AiFailure('length', 'the transcript is longer than the budget allows')
  const isWanted = async () => (await isClaimed(db, row)) && (await readTask(db, row)) !== null
  const { language } = task.file
  await writeParts({ work, language, documents, isWanted, model, ai, used: 0 }, row, task, parts)
}

/** Returns the chat of a generation whose file was deleted for good, with its summary. */
function refundDeleted(db: Db, fileId: number, generation: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await findSummary(trx, fileId))) await refundUsage(trx, causeOf({ file_id: fileId, generation }))
  })
}

/** Writes the missing parts of this generation, if it has not ended, and ends it. Rejects when the worker stops. */
export async function writeSummary(work: Work, fileId: number, generation: number): Promise<void> {
  const { db, config } = work.app
  const row = await claimSummary(db, fileId, generation)
  if (!row) return refundDeleted(db, fileId, generation)
  const model = config.ai?.models.find(({ id, host }) => id === row.model && host === row.host)
  let failure: unknown = null
  try {
    if (!model) throw new GenerationEnded('the configuration changed since the request')
    await write(work, row, model, config.ai as AiConfig)
  } catch (error) {
    if (work.signal.aborted) throw error
    work.log.warn({ err: error, host: row.host, model: row.model }, 'summary failed')
    failure = error
  }
  const end = { unfinished: 'fail', error: chatErrorOf(failure) } as const
  const ended = await db.transaction().execute((trx) => endGeneration(trx, row, end))
  if (!ended) await refundDeleted(db, fileId, generation)
}
