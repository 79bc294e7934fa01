import type { Chat } from '@kaiwa/contract/chats.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { findSpeakers } from '../speakers/store/speakers.ts'
import type { ChatRow } from './store/chats.ts'

/** Chats as their owner may see them today: names only of speakers that they see. */
export async function presentChats(db: Db | Trx, actor: Actor, rows: readonly ChatRow[]): Promise<Chat[]> {
  const ids = [...new Set(rows.flatMap(({ speakers }) => speakers.map(({ id }) => id)))]
  const seen = ids.length === 0 ? [] : await findSpeakers(db, actor, { ids, hasFiles: false })
  const names = new Map(seen.map(({ id, name }) => [id, name]))
  return rows.map((chat) => {
    const { created_at, updated_at, speakers, agreed_hosts: _, ...row } = chat
    return {
      ...row,
      speakers: speakers.map(({ id }) => ({ id, name: names.get(id) ?? null })),
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    }
  })
}

export async function presentChat(db: Db | Trx, actor: Actor, row: ChatRow): Promise<Chat> {
  const [chat] = await presentChats(db, actor, [row])
  return chat as Chat
}
