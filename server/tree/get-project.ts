import type { getProject as contract } from '@kaiwa/contract/workspace.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { presentProject, projectRows } from './project-rows.ts'
import { folderSpeakers } from './extension-points.ts'
import { markSeen, unreadItemIds } from './unread.ts'

export const getProject: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const [row, speakers] = await Promise.all([
    projectRows(app.db, actor).where('projects.id', '=', params.id).executeTakeFirst(),
    query.speakers ? folderSpeakers.get()(app.db, actor, { projectId: params.id }) : [],
  ])
  if (!row) throw new Refusal('E_NOT_FOUND')
  await markSeen(app.db, actor, row.id)
  return {
    ...presentProject(row, actor, speakers),
    ...(query.unread ? { unread_item_ids: await unreadItemIds(app.db, actor) } : {}),
  }
}
