import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { listProjects as contract } from '@kaiwa/contract/workspace.ts'
import type { Handler } from '../platform/http/route.ts'
import { presentProject } from './present-item.ts'
import { findProjectRows } from './store/folders.ts'
import { folderSpeakers } from './extension-points.ts'

/** Lists the folders that the actor sees, one page at a time, ordered by depth. */
export const listProjects: Handler<typeof contract> = async ({ query }, { app, actor }) => {
  const [{ rows, total }, speakers] = await Promise.all([
    findProjectRows(app.db, actor, {
      words: query.query?.trim() ?? '',
      limit: LIMITS.filesPerPage,
      offset: (query.page - 1) * LIMITS.filesPerPage,
    }),
    folderSpeakers.get()(app.db, actor, {}),
  ])
  return {
    data: rows.map((row) =>
      presentProject(
        row,
        actor,
        speakers.filter(({ project_ids }) => project_ids.includes(row.resource_id)),
      ),
    ),
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(total / LIMITS.filesPerPage)),
  }
}
