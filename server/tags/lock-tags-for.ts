import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { lockTags } from './store/tags.ts'

/**
 * Locks the tags of the caller's workspace until commit and reads the caller's session and role again, because they may
 * have ended during the wait. Workspace and role of the returned actor are null when the caller has left the workspace.
 */
export async function lockTagsFor(trx: Trx, caller: Actor): Promise<{ actor: Actor; workspaceId: number }> {
  const workspaceId = await lockTags(trx, caller)
  const now = await reloadActor(trx, caller)
  const actor = now.workspaceId === workspaceId ? now : { ...now, workspaceId: null, workspaceRole: null }
  return { actor, workspaceId }
}
