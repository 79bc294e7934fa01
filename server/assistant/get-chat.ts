import type { getChat as contract } from '@kaiwa/contract/chats.ts'
import type { Handler } from '../platform/http/route.ts'
import { openChat } from './open-chat.ts'
import { presentChat } from './present-chat.ts'

export const getChat: Handler<typeof contract> = async ({ params }, { app, actor }) =>
  presentChat(app.db, actor, await openChat(app.db, actor, params.chatId))
