import type { Actor } from '../accounts/actor.ts'
import type { Db } from '../platform/database/database.ts'
import { presentMessage, readVisibleSources } from './present-messages.ts'
import type { Earlier } from './prompt.ts'
import type { MessageRow } from './store/messages.ts'

/** Maximum characters of an earlier message. */
const MAX_LENGTH = 600

export interface Conversation {
  messages: readonly Earlier[]
  /** Visible files that the messages were written from. */
  fileIds: readonly number[]
}

/** Messages of a chat as their reader may see them today. */
export async function readConversation(db: Db, actor: Actor, rows: readonly MessageRow[]): Promise<Conversation> {
  const visible = await readVisibleSources(db, actor, rows)
  const messages = rows
    .map((row) => presentMessage(row, visible))
    .filter(({ content }) => content !== '')
    .map(({ user_id, content }) => ({ isAnswer: user_id === null, text: content.slice(0, MAX_LENGTH) }))
  const read = new Set(rows.flatMap(({ read_files }) => read_files))
  return { messages, fileIds: [...read].filter((id) => visible.files.has(id)) }
}
