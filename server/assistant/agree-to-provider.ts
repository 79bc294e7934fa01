import type * as contract from '@kaiwa/contract/chats.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { lockWorkspace } from '../billing/store/usage.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import { invalid } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/policy.ts'
import { endWriting } from './end-answer.ts'
import { presentAssistant } from './get-assistant.ts'
import * as policy from './policy.ts'
import { deleteConsent, insertConsent } from './store/consents.ts'
import { findWriting } from './store/messages.ts'

/** Locks the workspace, then checks that the caller is its owner. Answers begin under the same lock. */
async function openAsOwner(trx: Trx, actor: Actor): Promise<{ actor: Actor; workspaceId: number }> {
  assertAllowed(policy.agree(actor))
  const workspaceId = actor.workspaceId as number
  await lockWorkspace(trx, workspaceId)
  const now = await reloadActor(trx, actor)
  assertAllowed(policy.agree(now))
  return { actor: now, workspaceId }
}

export const agreeToProvider: Handler<typeof contract.agreeToProvider> = async ({ body }, { app, actor: caller }) => {
  const actor = await app.db.transaction().execute(async (trx) => {
    const { actor: owner, workspaceId } = await openAsOwner(trx, caller)
    if (!app.config.ai?.models.some(({ host }) => host === body.host)) throw invalid({ host: ['incorrect'] })
    await insertConsent(trx, { workspace_id: workspaceId, host: body.host, agreed_by: owner.id })
    return owner
  })
  return presentAssistant(app, actor)
}

export const withdrawFromProvider: Handler<typeof contract.withdrawFromProvider> = async (
  { query: { host } },
  { app, actor: caller },
) => {
  const actor = await app.db.transaction().execute(async (trx) => {
    const { actor: owner, workspaceId } = await openAsOwner(trx, caller)
    await deleteConsent(trx, workspaceId, host)
    for (const answer of await findWriting(trx, { workspaceId, host }))
      await endWriting(trx, app.jobs, answer, { status: 'failed', error: 'server-error' })
    return owner
  })
  return presentAssistant(app, actor)
}
