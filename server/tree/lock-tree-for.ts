import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { lockTree } from './store/items.ts'

/**
 * Locks the tree of the caller's workspace until commit and reads the caller's role again: removals and role changes hold
 * the same lock, so the role of the request may be out of date. Workspace and role of the returned actor are null when the
 * caller has left the workspace. Refuses with E_USER_DISABLED.
 */
export async function lockTreeFor(trx: Trx, caller: Actor): Promise<Actor> {
  await lockTree(trx, caller.workspaceId)
  const now = await actorOfUser(trx, caller.id)
  if (!now) throw new Refusal('E_USER_DISABLED')
  const isStillHere = now.workspaceId === caller.workspaceId
  return {
    ...now,
    sessionId: caller.sessionId,
    locale: caller.locale,
    workspaceId: isStillHere ? now.workspaceId : null,
    workspaceRole: isStillHere ? now.workspaceRole : null,
  }
}
