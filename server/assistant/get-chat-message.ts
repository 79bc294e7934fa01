import type { CitedBlock, getChatMessage as contract } from '@kaiwa/contract/chat-messages.ts'
import type { Handler } from '../platform/http/route.ts'
import { openChat, openMessage } from './open-chat.ts'
import { presentMessages, readVisibleSources } from './present-messages.ts'

export const getChatMessage: Handler<typeof contract> = async ({ params }, { app: { db }, actor }) => {
  const chat = await openChat(db, actor, params.chatId)
  const row = await openMessage(db, chat, params.messageId)
  const [message] = await presentMessages(db, actor, [row])
  const { files, blocks } = await readVisibleSources(db, actor, [row])
  const cited = [...blocks.values()].map((block): CitedBlock => {
    const file = files.get(block.file_id)!
    return { ...block, project_id: file.project_id, file_title: file.title }
  })
  return { ...message!, blocks: cited }
}
