import type { listProjectSpeakers as contract } from '@kaiwa/contract/speakers.ts'
import type { Handler } from '../platform/http/route.ts'
import { findProject } from '../tree/store/items.ts'
import { findSpeakers } from './store/speakers.ts'

export const listProjectSpeakers: Handler<typeof contract> = async ({ params }, { app, actor }) => {
  const folder = await findProject(app.db, actor, params.projectId)
  return findSpeakers(app.db, actor, { projectId: folder.resource_id })
}
