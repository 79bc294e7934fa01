// The end of an answer, which happens once: an update of the row that is being written, with the return of its chat and the
// event. A failed answer returns its chat; a cancelled one does if no text had arrived.
import { refundUsage } from '../billing/record-usage.ts'
import { lockWorkspace } from '../billing/store/usage.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { ANSWER_JOB, causeOf, keyOf } from './answer-keys.ts'
import { publishMessage } from './publish-chats.ts'
import { findWorkspaceOfChat, findWorkspaceOfMessage } from './store/chats.ts'
import { type AnswerEnd, endAnswer, type MessageRow } from './store/messages.ts'

function isReturned({ status, content }: MessageRow): boolean {
  return status === 'failed' || (status === 'canceled' && content === '')
}

/** Ends an answer. False if it had ended, or the given generation or claim is outdated. */
export async function finishAnswer(
  trx: Trx,
  answer: { id: number; generation?: number; claim?: number },
  end: AnswerEnd,
): Promise<boolean> {
  // Lock order: the workspace, then the answer. Returning a chat locks the workspace.
  await lockWorkspace(trx, (await findWorkspaceOfMessage(trx, answer.id)) ?? 0)
  const row = await endAnswer(trx, answer, end)
  if (!row) return false
  if (isReturned(row)) await refundUsage(trx, causeOf(row))
  await publishMessage(trx, {
    chatId: row.chat_id,
    workspaceId: await findWorkspaceOfChat(trx, row.chat_id),
    messageId: row.id,
    isProcessing: false,
  })
  return true
}

/** Ends an answer from outside of its job, and stops the job. */
export async function endWriting(
  trx: Trx,
  jobs: Pick<Jobs, 'cancel'>,
  answer: Pick<MessageRow, 'id' | 'generation'>,
  end: AnswerEnd,
): Promise<void> {
  if (await finishAnswer(trx, { id: answer.id }, end)) await jobs.cancel(trx, { name: ANSWER_JOB }, keyOf(answer))
}
