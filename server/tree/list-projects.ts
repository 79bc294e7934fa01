import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { listProjects as contract } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import type { Handler } from '../platform/http/route.ts'
import { nameContains } from './store/name-search.ts'
import { presentProject } from './present-project.ts'
import { projectRows } from './store/folders.ts'
import { folderSpeakers } from './extension-points.ts'

/** Lists the folders that the actor sees, one page at a time, ordered by depth. */
export const listProjects: Handler<typeof contract> = async ({ query }, { app, actor }) => {
  const words = query.query?.trim() ?? ''
  const found = projectRows(app.db, actor).$if(words !== '', (select) =>
    select.where(nameContains('projects.name', words)),
  )
  const [rows, { total }, speakers] = await Promise.all([
    found
      .orderBy('item.depth')
      .orderBy(sql`projects.name collate natural_order`)
      .orderBy('projects.id')
      .limit(LIMITS.filesPerPage)
      .offset((query.page - 1) * LIMITS.filesPerPage)
      .execute(),
    found
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
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
