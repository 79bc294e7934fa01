import type { Actor } from '../../accounts/actor.ts'
import type { App } from '../../platform/app.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { hasSentInvitations } from '../store/invitations.ts'
import * as policy from '../policy.ts'
import { findShared } from './shared-item.ts'

interface Input {
  params: { itemId: number }
}
interface Context {
  app: Pick<App, 'db'>
  actor: Actor
}

/** Early check of calls that send or change invitations to an item. */
export async function mayInvite({ params }: Input, { app, actor }: Context): Promise<void> {
  return assertAllowed(policy.invite(actor, await findShared(app.db, actor, params.itemId)))
}

/** Early check of removeMember. It also allows users who sent a pending invitation, which they may withdraw. */
export async function mayRemove({ params }: Input, { app, actor }: Context): Promise<void> {
  const item = await findShared(app.db, actor, params.itemId)
  const decision = policy.invite(actor, item)
  if (decision.allowed) return
  if (!(await hasSentInvitations(app.db, { workspaceId: item.workspaceId, itemId: item.id }, actor.id)))
    assertAllowed(decision)
}

/** Early check of calls that change roles on an item, including its ownership. */
export async function mayChangeRoles({ params }: Input, { app, actor }: Context): Promise<void> {
  return assertAllowed(policy.changeAnyRole(actor, await findShared(app.db, actor, params.itemId)))
}
