// The input of an answer, read with the rights of the owner of the chat.
import type { Logger } from 'pino'
import type { Actor } from '../accounts/actor.ts'
import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { type ChatRow, findChat } from './store/chats.ts'
import { type CoveredFile, findCoveredFiles } from './store/covered.ts'
import { findMessagesUpTo, findWritingAnswer, type MessageRow } from './store/messages.ts'
import { type Conversation, readConversation } from './read-conversation.ts'

export interface Work {
  app: App
  signal: AbortSignal
  log: Logger
}

/** Names a generation of an answer. */
export interface AnswerOrder {
  id: number
  generation: number
  /** The person who asked. */
  userId: number
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

/**
 * Null if the answer is not being written, the owner left, or no longer sees the folder. Reads that do not need each other
 * run side by side.
 */
export async function readTask(db: Db, { id, generation, userId }: AnswerOrder): Promise<Task | null> {
  const [owner, answer] = await Promise.all([actorOfUser(db, userId), findWritingAnswer(db, { id, generation })])
  if (!answer || owner?.id !== answer.owner_id) return null
  const actor = { ...owner, locale: answer.locale ?? owner.locale }
  const readMessages = async () => {
    const up = { id: answer.question_id ?? -1, count: EARLIER_MESSAGES + 1 }
    const messages = await findMessagesUpTo(db, answer.chat_id, up)
    const question = messages.pop()
    return question?.id === answer.question_id
      ? { question, earlier: await readConversation(db, actor, messages) }
      : null
  }
  const [chat, files, messages] = await Promise.all([
    findChat(db, actor, answer.chat_id),
    findCoveredFiles(db, actor, { ...answer, id: answer.chat_id }),
    readMessages(),
  ])
  return chat && messages ? { actor, chat, answer, ...messages, files } : null
}
