import type { Actor } from '../../accounts/actor.ts'
import { reloadActor } from '../../accounts/sessions/reload-actor.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertAllowed } from '../../tree/policy.ts'
import * as policy from '../policy.ts'

/** The caller's workspace if the caller may connect it. Refuses with E_FORBIDDEN. */
export function workspaceOf(actor: Actor): number {
  assertAllowed(policy.connect(actor))
  return actor.workspaceId as number
}

/** Locks the workspace until commit, then checks the caller's session and rights of now. */
export async function lockAsOwner(trx: Trx, actor: Actor): Promise<number> {
  const workspaceId = workspaceOf(actor)
  await lockWorkspace(trx, workspaceId)
  const now = await reloadActor(trx, actor)
  if (workspaceOf(now) !== workspaceId) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
  return workspaceId
}
