import type { Actor } from '../../accounts/actor.ts'
import { reloadActor } from '../../accounts/sessions/reload-actor.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { App } from '../../platform/app.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { findPayer, type Payer } from '../provider/store/customers.ts'
import * as policy from './policy.ts'

/** The caller's workspace if the caller is its owner. Refuses with E_FORBIDDEN. */
export function workspaceOf(actor: Actor): number {
  assertAllowed(policy.pay(actor))
  return actor.workspaceId as number
}

/** The payer of the caller's workspace. Refuses callers who do not own it. */
export async function openAsOwner(app: App, actor: Actor): Promise<Payer> {
  const payer = await findPayer(app.db, workspaceOf(actor))
  if (!payer) throw new Refusal('E_NOT_FOUND')
  return payer
}

/** Locks the workspace, then checks again that the caller owns it: the provider was asked in between. */
export async function lockAsOwner(trx: Trx, actor: Actor): Promise<number> {
  const workspaceId = workspaceOf(actor)
  await lockWorkspace(trx, workspaceId)
  const now = await reloadActor(trx, actor)
  assertAllowed(policy.pay(now))
  if (now.workspaceId !== workspaceId) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
  return workspaceId
}
