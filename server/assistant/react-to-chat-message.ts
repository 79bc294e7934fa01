import type { reactToChatMessage as contract } from '@kaiwa/contract/chat-messages.ts'
import type { Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import { openChatForChange, openMessage } from './open-chat.ts'
import * as policy from './policy.ts'
import { presentMessages } from './present-messages.ts'
import { updateReaction } from './store/messages.ts'

export const reactToChatMessage: Handler<typeof contract> = ({ params, body }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const { actor, chat } = await openChatForChange(trx, context.actor, params.chatId)
    assertAllowed(policy.react(await openMessage(trx, chat, params.messageId)))
    await updateReaction(trx, params.messageId, body.react === '' ? null : body.react)
    const [shown] = await presentMessages(trx, actor, [await openMessage(trx, chat, params.messageId)])
    return shown!
  })
