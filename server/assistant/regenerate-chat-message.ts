import type { regenerateChatMessage as contract } from '@kaiwa/contract/chat-messages.ts'
import type { Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import { beginAnswer, openForAnswer } from './begin-answer.ts'
import { openMessage } from './open-chat.ts'
import * as policy from './policy.ts'
import { presentMessages } from './present-messages.ts'
import { restartAnswer } from './store/messages.ts'

export const regenerateChatMessage: Handler<typeof contract> = ({ params }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, chat, plan } = await openForAnswer(app, trx, caller, params.chatId)
    const message = await openMessage(trx, chat, params.messageId)
    assertAllowed(policy.regenerate(message))
    const answer = await restartAnswer(trx, message.id, plan)
    await beginAnswer(app, trx, { actor, chat, answer, firstId: answer.id })
    const [shown] = await presentMessages(trx, actor, [answer])
    return shown!
  })
