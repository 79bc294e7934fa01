import type { cancelChat as contract } from '@kaiwa/contract/chats.ts'
import type { Handler } from '../platform/http/route.ts'
import { endWriting } from './end-answer.ts'
import { openChat, openChatForChange } from './open-chat.ts'
import { presentChat } from './present-chat.ts'
import { findWriting } from './store/messages.ts'

export const cancelChat: Handler<typeof contract> = ({ params }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, chat } = await openChatForChange(trx, caller, params.chatId)
    for (const answer of await findWriting(trx, { chatId: chat.id }))
      await endWriting(trx, app.jobs, answer, { status: 'canceled' })
    return presentChat(trx, actor, await openChat(trx, actor, chat.id))
  })
