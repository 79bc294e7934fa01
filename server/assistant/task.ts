// The input of an answer, read with the rights of the owner of the chat.
import type { Logger } from 'pino'
import type { Actor } from '../accounts/actor.ts'
import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { type ChatRow, findChat, findChatOwner } from './store/chats.ts'
import { type CoveredFile, findCoveredFiles } from './store/covered.ts'
import { findMessages, type MessageRow } from './store/messages.ts'

export interface Work {
  app: App
  signal: AbortSignal
  log: Logger
}

/** The input of one answer. */
export interface Task {
  /** The owner of the chat, in the language of the request. */
  actor: Actor
  chat: ChatRow
  answer: MessageRow
  question: MessageRow
  files: readonly CoveredFile[]
}

/** Null if the owner left, or no longer sees the folder. */
export async function readTask(db: Db, answer: MessageRow): Promise<Task | null> {
  const ownerId = await findChatOwner(db, answer.chat_id)
  const owner = ownerId === undefined ? null : await actorOfUser(db, ownerId)
  if (!owner) return null
  const actor = { ...owner, locale: answer.locale ?? owner.locale }
  const chat = await findChat(db, actor, answer.chat_id)
  const [question] = await findMessages(db, answer.chat_id, { id: answer.question_id ?? -1 })
  return chat && question ? { actor, chat, answer, question, files: await findCoveredFiles(db, actor, chat) } : null
}
