import type { listChatMessages as contract } from '@kaiwa/contract/chat-messages.ts'
import type { Handler } from '../platform/http/route.ts'
import { counterOf } from './get-assistant.ts'
import { openChat } from './open-chat.ts'
import { presentMessages } from './present-messages.ts'
import { findMessages } from './store/messages.ts'

export const listChatMessages: Handler<typeof contract> = async ({ params, query }, { app: { db }, actor }) => {
  const chat = await openChat(db, actor, params.chatId)
  const rows = await findMessages(db, chat.id, { fromId: query.from_id })
  return {
    messages: await presentMessages(db, actor, rows),
    is_processing: chat.is_processing,
    ...(await counterOf(db, chat.workspace_id)),
  }
}
