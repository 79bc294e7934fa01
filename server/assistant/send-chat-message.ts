import type { sendChatMessage as contract } from '@kaiwa/contract/chat-messages.ts'
import { CHAT_LIMIT_REASONS } from '@kaiwa/contract/chat-words.ts'
import { cleanText, isClean } from '@kaiwa/transcript/clean-text.ts'
import type { Handler } from '../platform/http/route.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { beginAnswer, openForAnswer } from './begin-answer.ts'
import { presentMessages } from './present-messages.ts'
import { insertQuestionAndAnswer } from './store/messages.ts'
import { findTemplate } from './templates.ts'

export const sendChatMessage: Handler<typeof contract> = ({ params, body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, chat, plan } = await openForAnswer(app, trx, caller, params.chatId)
    if (!isClean(body.content)) throw invalid({ content: ['format'] })
    if (body.template_id !== null && !findTemplate(body.template_id)) throw invalid({ template_id: ['incorrect'] })
    const asked = {
      chat_id: chat.id,
      user_id: actor.id,
      content: cleanText(body.content),
      template_id: body.template_id,
    }
    const inserted = await insertQuestionAndAnswer(trx, asked, plan)
    if (!inserted) {
      const reason = CHAT_LIMIT_REASONS.messages
      throw new Refusal('E_UNPROCESSABLE_ENTITY', { reason, errors: { [reason]: ['max'] } })
    }
    const { question, answer } = inserted
    const counter = await beginAnswer(app, trx, { actor, chat, answer, firstId: question.id })
    return { messages: await presentMessages(trx, actor, [question, answer]), ...counter }
  })
