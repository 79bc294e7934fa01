import type { sendChatMessage as contract } from '@kaiwa/contract/chat-messages.ts'
import { CHAT_LIMIT_REASONS } from '@kaiwa/contract/chat-words.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { cleanText, isClean } from '@kaiwa/transcript/clean-text.ts'
import type { Handler } from '../platform/http/route.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { beginAnswer, openForAnswer } from './begin-answer.ts'
import { counterOf } from './get-assistant.ts'
import { presentMessages } from './present-messages.ts'
import { touchChat } from './store/chats.ts'
import { countMessages, findMessages, insertAnswer, insertQuestion } from './store/messages.ts'
import { findTemplate } from './templates.ts'

export const sendChatMessage: Handler<typeof contract> = ({ params, body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, chat, plan } = await openForAnswer(app, trx, caller, params.chatId)
    if (!isClean(body.content)) throw invalid({ content: ['format'] })
    if (body.template_id !== null && !findTemplate(body.template_id)) throw invalid({ template_id: ['incorrect'] })
    if ((await countMessages(trx, chat.id)) + 2 > LIMITS.messagesPerChat) {
      const reason = CHAT_LIMIT_REASONS.messages
      throw new Refusal('E_UNPROCESSABLE_ENTITY', { reason, errors: { [reason]: ['max'] } })
    }
    const question = {
      chat_id: chat.id,
      user_id: actor.id,
      content: cleanText(body.content),
      template_id: body.template_id,
    }
    const questionId = await insertQuestion(trx, question)
    const answer = { ...plan, chat_id: chat.id, question_id: questionId, template_id: body.template_id }
    const messageId = await insertAnswer(trx, answer)
    await touchChat(trx, chat.id)
    await beginAnswer(app, trx, { actor, chat, plan, messageId, generation: 1, firstId: questionId })
    const rows = await findMessages(trx, chat.id, { fromId: questionId })
    return { messages: await presentMessages(trx, actor, rows), ...(await counterOf(trx, chat.workspace_id)) }
  })
