// The input of an answer, read with the rights of the owner of the chat.
import type { Logger } from 'pino'
import type { Actor } from '../accounts/actor.ts'
import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { type ChatRow, findChat } from './store/chats.ts'
import { type CoveredFile, findCoveredFiles } from './store/covered.ts'
import { type ClaimedAnswer, findMessagesUpTo, type MessageRow } from './store/messages.ts'
import { type Conversation, readConversation } from './read-conversation.ts'

export interface Work {
  app: App
  signal: AbortSignal
  log: Logger
}

/** Earlier messages that are sent with a question. */
const EARLIER_MESSAGES = 6

/** The input of one answer. */
export interface Task {
  /** The owner of the chat, in the language of the request. */
  actor: Actor
  chat: ChatRow
  answer: MessageRow
  question: MessageRow
  /** Earlier messages of the chat. */
  earlier: Conversation
  files: readonly CoveredFile[]
}

/** Null if the owner left, or no longer sees the folder. Reads that do not need each other run side by side. */
export async function readTask(db: Db, answer: ClaimedAnswer): Promise<Task | null> {
  const owner = await actorOfUser(db, answer.owner_id)
  if (!owner) return null
  const actor = { ...owner, locale: answer.locale ?? owner.locale }
  const [chat, messages] = await Promise.all([
    findChat(db, actor, answer.chat_id),
    findMessagesUpTo(db, answer.chat_id, { id: answer.question_id ?? -1, count: EARLIER_MESSAGES + 1 }),
  ])
  const question = messages.pop()
  if (!chat || question?.id !== answer.question_id) return null
  const [files, earlier] = await Promise.all([findCoveredFiles(db, actor, chat), readConversation(db, actor, messages)])
  return { actor, chat, answer, question, earlier, files }
}
