// Early checks of calls that change the tree, before their body is read. They refuse only what the operation refuses
// too.
import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from './assert-allowed.ts'
import { findFolder } from './store/items.ts'
import * as policy from './policy.ts'

type Context = { app: Pick<App, 'db'>; actor: Actor }

export const mayCreateFolder = async (
  { params }: { params: { id: number } },
  { app, actor }: Context,
): Promise<void> => {
  if (actor.workspaceId === null) throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
  assertAllowed(policy.createFolder(actor, await findFolder(app.db, actor, params.id)))
}

export const mayRenameItem = async ({ params }: { params: { id: number } }, { app, actor }: Context): Promise<void> =>
  assertAllowed(policy.rename(actor, await findFolder(app.db, actor, params.id)))

/** Checks whether the destination accepts any items from the actor. The items themselves are listed in the body. */
export const mayMoveItems = async (
  { params }: { params: { id: number; destinationId: number } },
  { app, actor }: Context,
): Promise<void> => {
  await findFolder(app.db, actor, params.id)
  assertAllowed(policy.receiveAny(actor, await findFolder(app.db, actor, params.destinationId)))
}
