// Calls of the payment page are for the owner of the workspace. Everyone else is refused with E_FORBIDDEN.
import type { Actor } from '../platform/http/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findOwnedWorkspace } from './store/owners.ts'
import { lockWorkspace } from './store/usage.ts'

/** The workspace that the caller owns now. */
export async function ownedWorkspace(db: Db | Trx, actor: Pick<Actor, 'id'>): Promise<number> {
  const workspaceId = await findOwnedWorkspace(db, actor.id)
  if (workspaceId === undefined) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
  return workspaceId
}

/** The same before a change: locks the workspace, and checks after the wait for the lock. */
export async function lockOwnedWorkspace(trx: Trx, actor: Pick<Actor, 'id'>): Promise<number> {
  const workspaceId = await ownedWorkspace(trx, actor)
  await lockWorkspace(trx, workspaceId)
  if ((await ownedWorkspace(trx, actor)) !== workspaceId) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
  return workspaceId
}
