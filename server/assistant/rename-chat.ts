import type { renameChat as contract } from '@kaiwa/contract/chats.ts'
import type { Handler } from '../platform/http/route.ts'
import { openChat, openChatForChange } from './open-chat.ts'
import { presentChat } from './present-chat.ts'
import { publishChats } from './publish-chats.ts'
import { updateChatTitle } from './store/chats.ts'

export const renameChat: Handler<typeof contract> = ({ params, body }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const { actor, chat } = await openChatForChange(trx, context.actor, params.chatId)
    await updateChatTitle(trx, chat.id, body.title)
    await publishChats(trx, { owner_id: actor.id, project_id: chat.project_id })
    return presentChat(trx, actor, await openChat(trx, actor, chat.id))
  })
