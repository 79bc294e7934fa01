// Writes a generation of a summary: one request for each part about the whole transcript if the budget allows it,
// otherwise notes about pieces of the transcript, and then each part from its notes. A part is stored when it is ready.
import { SUMMARY_PARTS, type SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import type { Actor } from '../accounts/actor.ts'
import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import { answerTokens, askModel, type Budget, chatErrorOf, notesTokens, RULES_TOKENS } from '../assistant/ask-model.ts'
import { readCited } from '../assistant/check-quotes.ts'
import { divide, documentsOf } from '../assistant/plan-reading.ts'
import type { BlockIds, Document } from '../assistant/prompt.ts'
import { findAgreedHosts } from '../assistant/store/consents.ts'
import { type CoveredFile, findSpokenBlocks } from '../assistant/store/covered.ts'
import type { Work } from '../assistant/task.ts'
import { estimateTokens } from '../assistant/tokens.ts'
import { refundUsage } from '../billing/record-usage.ts'
import { AiFailure } from '../platform/ai/ai-failure.ts'
import type { AiConfig, AiModel } from '../platform/ai/ai-config.ts'
import type { Db } from '../platform/database/database.ts'
import { runWhile } from '../processing/run-while-current.ts'
import { endGeneration, failPart, finishPart } from './end-generation.ts'
import { causeOf } from './generation-keys.ts'
import * as policy from './policy.ts'
import { askForNotes, askForParts, askFromNotes, lineOfNote, schemaOf, systemText } from './prompt.ts'
import { composeItems, type RawItem, readParts } from './read-items.ts'
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

interface Writing extends Budget {
  work: Work
  row: SummaryRow
  task: Task
  documents: readonly Document[]
  ids: BlockIds
  isWanted: () => Promise<boolean>
}

/** Thrown when the generation was ended, or rights ended. */
class GenerationEnded extends Error {
  override name = 'GenerationEnded'
}

interface Request {
  messages: ReturnType<typeof askForParts>
  parts: readonly SummaryPartName[]
  maxTokens: number
}

/** Runs one step within the limit of time, and ends it when the summary is not wanted any more. */
async function step<T>({ work, ai, isWanted }: Writing, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  // Nothing is sent after the end of consent or rights.
  if (!(await isWanted())) throw new GenerationEnded('the generation has ended')
  const timeout = AbortSignal.timeout(ai.answerSeconds * 1000)
  const result = await runWhile(isWanted, AbortSignal.any([work.signal, timeout]), run)
  if (!(await isWanted())) throw new GenerationEnded('the generation has ended')
  return result
}

async function request(writing: Writing, signal: AbortSignal, { messages, parts, maxTokens }: Request) {
  const system = systemText(writing.task.file.language)
  const text = await askModel(writing, { system, messages, schema: schemaOf(parts), maxTokens, signal })
  const read = readParts(text, parts)
  if (!read) throw new AiFailure('other', `the model at ${writing.model.host} answered in another form`)
  return read
}

type Notes = Partial<Record<SummaryPartName, RawItem[]>>

/** Notes about each document for all parts. */
async function takeNotes(writing: Writing, signal: AbortSignal, parts: readonly SummaryPartName[]): Promise<Notes> {
  const notes: Notes = {}
  for (const { text } of writing.documents) {
    const messages = askForNotes(text, parts)
    const read = await request(writing, signal, { messages, parts, maxTokens: notesTokens(writing.ai) })
    for (const part of parts) notes[part] = [...(notes[part] ?? []), ...(read[part] ?? [])]
  }
  return notes
}

async function writePart(writing: Writing, signal: AbortSignal, part: SummaryPartName, notes: Notes | null) {
  const { ai, documents } = writing
  const lines = notes?.[part]?.map(lineOfNote)
  // Nothing for this part in the whole transcript.
  if (lines?.length === 0) return []
  const room = ai.contextTokens - answerTokens(ai) - RULES_TOKENS
  if (lines && lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0) > room)
    throw new AiFailure('length', 'the notes about the parts do not fit one request')
  const messages = lines ? askFromNotes(lines, part) : askForParts(documents[0]!.text, [part])
  const read = await request(writing, signal, { messages, parts: [part], maxTokens: answerTokens(ai) })
  return read[part] ?? []
}

/** Whether each part can be written from the whole transcript within the budget. */
function isShort({ documents, ai }: Writing, parts: readonly SummaryPartName[]): boolean {
  const [only] = documents
  if (documents.length !== 1 || !only) return false
  return parts.length * (estimateTokens(only.text) + RULES_TOKENS + answerTokens(ai)) <= ai.answerTokens
}

/** Whether notes about the documents, and each part from them, fit the budget. */
function hasRoomForNotes({ documents, ai }: Writing, parts: readonly SummaryPartName[]): boolean {
  const read = documents.reduce((sum, { text }) => sum + estimateTokens(text) + RULES_TOKENS, 0)
  // Notes are written once, and read once.
  const notes = 2 * documents.length * notesTokens(ai)
  return read + notes + parts.length * (RULES_TOKENS + answerTokens(ai)) <= ai.answerTokens
}

/** Errors after which the other parts would fail as well. */
function isFinal(error: unknown): boolean {
  const isLimit = error instanceof AiFailure && (error.kind === 'requests' || error.kind === 'tokens')
  return isLimit || error instanceof GenerationEnded || (error instanceof Error && error.name === 'TimeoutError')
}

async function writeParts(writing: Writing, parts: readonly SummaryPartName[]): Promise<void> {
  const { work, row, task, ids } = writing
  const { db } = work.app
  const isWhole = isShort(writing, parts)
  if (!isWhole && !hasRoomForNotes(writing, parts))
    throw new AiFailure('length', 'the transcript is longer than the budget allows')
  const notes = isWhole ? null : await step(writing, (signal) => takeNotes(writing, signal, parts))
  for (const part of parts) {
    try {
      const items = await step(writing, (signal) => writePart(writing, signal, part, notes))
      const cited = items.flatMap(({ quotes }) => quotes.map(({ block }) => block))
      const cite = await readCited(db, [task.file], ids, cited)
      const composed = composeItems(part, items, { ids, cite })
      if (!(await finishPart(db, row, part, composed))) return
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

async function write(work: Work, row: SummaryRow, model: AiModel, ai: AiConfig): Promise<void> {
  const { db } = work.app
  const task = await readTask(db, row)
  if (!task) throw new GenerationEnded('the summary may not be written any more')
  const documents = await readDocuments(db, task, ai)
  if (!documents) throw new AiFailure('length', 'the transcript is longer than the budget allows')
  const ids = new Map(documents.flatMap((document) => [...document.ids]))
  const isWanted = async () => (await isClaimed(db, row)) && (await readTask(db, row)) !== null
  const waiting = new Set(
    (await findParts(db, row.file_id)).flatMap((one) => (one.status === 'writing' ? one.part : [])),
  )
  const parts = SUMMARY_PARTS.filter((part) => waiting.has(part))
  await writeParts({ work, row, task, documents, ids, isWanted, model, ai, used: 0 }, parts)
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
  const end = { status: 'done', error: chatErrorOf(failure) } as const
  const ended = await db.transaction().execute((trx) => endGeneration(trx, row, end))
  if (!ended) await refundDeleted(db, fileId, generation)
}
