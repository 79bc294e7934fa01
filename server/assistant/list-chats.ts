import type { listChats as contract } from '@kaiwa/contract/chats.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Handler } from '../platform/http/route.ts'
import { findProject } from '../tree/store/items.ts'
import { presentChats } from './present-chat.ts'
import { findChats } from './store/chats.ts'

export const listChats: Handler<typeof contract> = async ({ params, query }, { app: { db }, actor }) => {
  await findProject(db, actor, params.projectId)
  const limit = LIMITS.chatsPerPage
  const { rows, total } = await findChats(db, actor, {
    projectId: params.projectId,
    fileId: query.project_file_id,
    limit,
    offset: (query.page - 1) * limit,
  })
  return {
    data: await presentChats(db, actor, rows),
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(total / limit)),
  }
}
