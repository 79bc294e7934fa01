import type { createProjectSpeaker as contract } from '@kaiwa/contract/speakers.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import { findProject } from '../tree/store/items.ts'
import * as policy from './policy.ts'
import { findWorkspaceId } from './store/project-speakers.ts'
import { addSpeaker } from './add-speaker.ts'

export const createProjectSpeaker: Handler<typeof contract> = ({ params, body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const actor = await reloadActor(trx, caller)
    const folder = await findProject(trx, actor, params.projectId)
    assertAllowed(policy.editSpeakers(folder))
    const projectId = folder.resource_id
    const workspaceId = await findWorkspaceId(trx, projectId)
    return addSpeaker(trx, actor, { workspaceId, projectId, name: body.name })
  })
