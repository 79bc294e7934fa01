import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import { insist } from '../workspace/insist.ts'
import * as policy from './policy.ts'
import { findShared } from './shared-item.ts'

type Input = { params: { itemId: number } }
type Context = { app: Pick<App, 'db'>; actor: Actor }

/** Gate of calls about invitations to an item, and of those that end access to it. */
export const mayInvite = async ({ params }: Input, { app, actor }: Context): Promise<void> =>
  insist(policy.invite(actor, await findShared(app.db, actor, params.itemId)))

/** Gate of calls that change who has which role on an item, its ownership included. */
export const mayChangeRoles = async ({ params }: Input, { app, actor }: Context): Promise<void> =>
  insist(policy.changeAnyRole(actor, await findShared(app.db, actor, params.itemId)))
