import { userChannel } from '@kaiwa/contract/channels.ts'
import type { changeSummarySetting as contract } from '@kaiwa/contract/summaries.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { findMemberIds } from '../billing/store/owners.ts'
import { lockWorkspace } from '../billing/store/usage.ts'
import type { Handler } from '../platform/http/route.ts'
import { publish } from '../platform/store/outbox.ts'
import { assertAllowed } from '../tree/policy.ts'
import { stopGeneration } from './end-generation.ts'
import { presentSetting } from './get-summary-setting.ts'
import * as policy from './policy.ts'
import { deleteSetting, insertSetting } from './store/settings.ts'
import { findWritingFiles } from './store/summaries.ts'

/** Generations begin under the same lock of the workspace. */
export const changeSummarySetting: Handler<typeof contract> = async ({ body }, { app, actor: caller }) => {
  assertAllowed(policy.change(caller))
  const workspaceId = caller.workspaceId as number
  return app.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId)
    const actor = await reloadActor(trx, caller)
    assertAllowed(policy.change(actor))
    if (body.is_on) await insertSetting(trx, { workspace_id: workspaceId, enabled_by: actor.id })
    else {
      await deleteSetting(trx, workspaceId)
      for (const fileId of await findWritingFiles(trx, workspaceId))
        await stopGeneration(trx, app.jobs, fileId, { unfinished: 'fail', error: 'server-error' })
    }
    const members = await findMemberIds(trx, workspaceId)
    await publish(trx, { type: 'summaries.switched', data: {}, channels: members.map(userChannel) })
    return presentSetting(trx, actor)
  })
}
