// The beginning of an answer: one at a time in a chat, counted when a model writes it. Lock, consent and quota are checked
// under the lock of the workspace, so that two requests cannot both take its last chat.
import { PROCESSING_REASON } from '@kaiwa/contract/chat-words.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { recordUsageLocked } from '../billing/record-usage.ts'
import { remainingChats } from '../billing/remaining.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { planOf } from './choose-model.ts'
import { causeOf, keyOf } from './answer-keys.ts'
import { chooseModelOf } from './get-assistant.ts'
import { answerJob } from './jobs/answer.ts'
import { openChat } from './open-chat.ts'
import { publishMessage } from './publish-chats.ts'
import { type ChatRow, lockChat } from './store/chats.ts'
import type { AnswerPlan, MessageRow } from './store/messages.ts'

interface OpenForAnswer {
  /** With the rights after the wait for the locks. */
  actor: Actor
  chat: ChatRow
  plan: AnswerPlan
}

/** Locks chat and workspace, and decides how the next answer is written. Refuses while an answer is being written. */
export async function openForAnswer(app: App, trx: Trx, caller: Actor, chatId: number): Promise<OpenForAnswer> {
  if (!(await lockChat(trx, caller, chatId)) || caller.workspaceId === null) throw new Refusal('E_NOT_FOUND')
  const remain = await remainingChats(trx, caller.workspaceId)
  const actor = await reloadActor(trx, caller)
  const chat = await openChat(trx, actor, chatId)
  if (chat.is_processing) throw new Refusal('E_CONFLICT', { reason: PROCESSING_REASON })
  const plan = planOf(await chooseModelOf(app, trx, actor, chat.agreed_hosts), actor.locale)
  if (plan.source === 'model' && remain < 1) throw new Refusal('WORKSPACE_EXCEED_MAX_USAGE_QUOTA', { reason: 'chat' })
  return { actor, chat, plan }
}

interface Beginning extends Pick<OpenForAnswer, 'actor' | 'chat'> {
  answer: Pick<MessageRow, 'id' | 'generation' | 'source'>
  /** The first message that is new to readers. */
  firstId: number
}

/**
 * Counts the answer, sends its job and publishes it. The caller holds the lock of `openForAnswer`. Returns the counter of the
 * workspace after this answer.
 */
export async function beginAnswer(
  app: App,
  trx: Trx,
  { actor, chat, answer, firstId }: Beginning,
): Promise<{ count: number; remain: number }> {
  if (answer.source === 'model')
    await recordUsageLocked(trx, {
      workspaceId: chat.workspace_id,
      userId: actor.id,
      kind: 'chat',
      amount: 1,
      cause: causeOf(answer),
    })
  const { id, generation } = answer
  const data = { message_id: id, generation, workspace_id: chat.workspace_id, user_id: actor.id }
  await app.jobs.send(trx, answerJob, data, { key: keyOf(answer) })
  return publishMessage(trx, {
    chatId: chat.id,
    workspaceId: chat.workspace_id,
    messageId: firstId,
    isProcessing: true,
  })
}
