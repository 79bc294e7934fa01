import type { Chat } from '@kaiwa/contract/chats.ts'
import type { ChatRow } from './store/chats.ts'

export function presentChat(row: ChatRow): Chat {
  const { created_at, updated_at } = row
  return { ...row, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}
