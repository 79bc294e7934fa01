// Writes an answer: reads what the chat covers with the rights of its owner, and ends the answer once.
import type { Logger } from 'pino'
import { normalise, queryGrams } from '@kaiwa/language'
import type { Actor } from '../accounts/actor.ts'
import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { finishAnswer } from './end-answer.ts'
import { listPassages } from './list-passages.ts'
import { type ChatRow, findChat, findChatOwner } from './store/chats.ts'
import { type CoveredFile, findBlocksByGrams, findCoveredFiles, findSpokenBlocks } from './store/covered.ts'
import { type AnswerEnd, claimAnswer, findMessages, type MessageRow, updateReadFiles } from './store/messages.ts'

export interface Work {
  app: App
  signal: AbortSignal
  log: Logger
}

/** What an answer is written from. */
export interface Task {
  actor: Actor
  chat: ChatRow
  answer: MessageRow
  question: MessageRow
  files: readonly CoveredFile[]
}

/** Passages shown without a model. */
const SHOWN_PASSAGES = 5

async function readTask(db: Db, answer: MessageRow): Promise<Task | null> {
  const ownerId = await findChatOwner(db, answer.chat_id)
  const owner = ownerId === undefined ? null : await actorOfUser(db, ownerId)
  if (!owner) return null
  const actor = { ...owner, locale: answer.locale ?? owner.locale }
  const chat = await findChat(db, actor, answer.chat_id)
  const [question] = await findMessages(db, answer.chat_id, { id: answer.question_id ?? -1 })
  return chat && question ? { actor, chat, answer, question, files: await findCoveredFiles(db, actor, chat) } : null
}

async function writePassages(db: Db, { actor, chat, answer, question, files }: Task): Promise<AnswerEnd> {
  const transcriptIds = files.map(({ transcript_id: id }) => id)
  const speakerIds = chat.speakers.map(({ id }) => id)
  const grams = queryGrams(normalise(question.content))
  const ids = await findBlocksByGrams(db, { transcriptIds, speakerIds, grams, limit: SHOWN_PASSAGES })
  const blocks = new Map(
    (await findSpokenBlocks(db, actor, { transcriptIds, speakerIds, ids })).map((one) => [one.id, one]),
  )
  await updateReadFiles(
    db,
    answer,
    files.map(({ id }) => id),
  )
  const ranked = ids.flatMap((id) => blocks.get(id) ?? [])
  const byTranscript = new Map(files.map((file) => [file.transcript_id, file]))
  return { status: 'done', ...listPassages(ranked, byTranscript, actor.locale) }
}

async function write({ app: { db } }: Work, answer: MessageRow): Promise<AnswerEnd> {
  const task = await readTask(db, answer)
  // The owner left, or no longer sees the folder.
  if (!task) return { status: 'failed', error: 'server-error' }
  if (task.files.length === 0) return { status: 'failed', error: 'not-ready' }
  return writePassages(db, task)
}

/** Writes this generation of an answer, if it has not ended. */
export async function writeAnswer(work: Work, { id, generation }: { id: number; generation: number }): Promise<void> {
  const { db } = work.app
  const answer = await claimAnswer(db, id, generation)
  if (!answer) return
  const end = await write(work, answer)
  await db.transaction().execute((trx) => finishAnswer(trx, answer, end))
}
