import type { getProject as contract } from '@kaiwa/contract/workspace.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { presentProject } from './present-item.ts'
import { findProjectRow } from './store/folders.ts'
import { folderSpeakers } from './extension-points.ts'
import { deleteUnread, findUnreadItemIds } from './store/unread-items.ts'

export const getProject: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const [row, speakers] = await Promise.all([
    findProjectRow(app.db, actor, params.id),
    query.speakers ? folderSpeakers.get()(app.db, actor, { projectId: params.id }) : [],
  ])
  if (!row) throw new Refusal('E_NOT_FOUND')
  await deleteUnread(app.db, actor, row.id)
  return {
    ...presentProject(row, actor, speakers),
    ...(query.unread ? { unread_item_ids: await findUnreadItemIds(app.db, actor) } : {}),
  }
}
