import type { deleteChat as contract } from '@kaiwa/contract/chats.ts'
import type { Handler } from '../platform/http/route.ts'
import { endWriting } from './end-answer.ts'
import { openChatForChange } from './open-chat.ts'
import { publishChats } from './publish-chats.ts'
import { deleteChatRow } from './store/chats.ts'
import { findWriting } from './store/messages.ts'

export const deleteChat: Handler<typeof contract> = ({ params }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, chat } = await openChatForChange(trx, caller, params.chatId)
    for (const answer of await findWriting(trx, { chatId: chat.id }))
      await endWriting(trx, app.jobs, answer, { status: 'canceled' })
    await deleteChatRow(trx, chat.id)
    await publishChats(trx, { owner_id: actor.id, project_id: chat.project_id })
    return { success: true }
  })
