import { chatChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { countChats } from '../billing/remaining.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'

/** Publishes to the other windows of a person that their chats of a folder changed. */
export function publishChats(trx: Trx, chat: { owner_id: number; project_id: number }): Promise<void> {
  return publish(trx, {
    type: 'chats.changed',
    data: { project_id: chat.project_id },
    channels: [userChannel(chat.owner_id)],
  })
}

interface Change {
  chatId: number
  workspaceId: number
  /** The first message that is new or changed. */
  messageId: number
  isProcessing: boolean
}

/** Publishes new and ended messages with the counter of the workspace as this transaction sees it, and returns that. */
export async function publishMessage(
  trx: Trx,
  { chatId, workspaceId, messageId, isProcessing }: Change,
): Promise<{ count: number; remain: number }> {
  const counter = await countChats(trx, workspaceId)
  await publish(trx, {
    type: 'chat.has_message',
    data: { message_id: messageId, is_processing: isProcessing, ...counter },
    channels: [chatChannel(chatId)],
  })
  return counter
}
