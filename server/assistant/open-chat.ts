// The first step of every call about a chat.
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { App } from '../platform/app.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { type ChatRow, findChat, lockChat } from './store/chats.ts'
import { findMessages, type MessageRow } from './store/messages.ts'

/** The chat of this person. Refuses with E_NOT_FOUND. */
export async function openChat(db: Db | Trx, actor: Actor, chatId: number): Promise<ChatRow> {
  const chat = await findChat(db, actor, chatId)
  if (!chat) throw new Refusal('E_NOT_FOUND')
  return chat
}

interface Opened {
  /** With the rights after the wait for the lock. */
  actor: Actor
  chat: ChatRow
}

/** The same for a change: locks the chat to the end of the transaction, then reads the rights. */
export async function openChatForChange(trx: Trx, actor: Actor, chatId: number): Promise<Opened> {
  if (!(await lockChat(trx, actor, chatId))) throw new Refusal('E_NOT_FOUND')
  const now = await reloadActor(trx, actor)
  return { actor: now, chat: await openChat(trx, now, chatId) }
}

/** A message of the chat. Refuses with E_NOT_FOUND. */
export async function openMessage(db: Db | Trx, { id: chatId }: ChatRow, messageId: number): Promise<MessageRow> {
  const [message] = await findMessages(db, chatId, { id: messageId })
  if (!message) throw new Refusal('E_NOT_FOUND')
  return message
}

interface GateContext {
  app: Pick<App, 'db'>
  actor: Actor
}

/** Gate for operations that name a chat, and perhaps a message. */
export async function mayChangeChat(
  { params }: { params: { chatId: number; messageId?: number } },
  { app, actor }: GateContext,
): Promise<void> {
  const chat = await openChat(app.db, actor, params.chatId)
  if (params.messageId !== undefined) await openMessage(app.db, chat, params.messageId)
}
