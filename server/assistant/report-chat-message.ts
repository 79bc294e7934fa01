import type { reportChatMessage as contract } from '@kaiwa/contract/chat-messages.ts'
import type { Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import { openChatForChange, openMessage } from './open-chat.ts'
import * as policy from './policy.ts'
import { updateReported } from './store/messages.ts'

export const reportChatMessage: Handler<typeof contract> = async ({ params }, context) => {
  const message = await context.app.db.transaction().execute(async (trx) => {
    const { chat } = await openChatForChange(trx, context.actor, params.chatId)
    const row = await openMessage(trx, chat, params.messageId)
    assertAllowed(policy.report(row))
    await updateReported(trx, row.id)
    return row
  })
  // Without the text: the operator needs the circumstances only.
  const { id, error, model, host } = message
  context.log.warn({ message_id: id, error, model, host, user_id: context.actor.id }, 'chat error reported')
  return { success: true }
}
