// Gates of calls with a body that change the tree: what each refuses by its address alone, its operation refuses too.
import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import { Refusal } from '../platform/refusal.ts'
import { insist } from './assert-allowed.ts'
import { findFolder } from './item-rows.ts'
import * as policy from './policy.ts'

type Context = { app: Pick<App, 'db'>; actor: Actor }

export const mayCreateFolder = async (
  { params }: { params: { id: number } },
  { app, actor }: Context,
): Promise<void> => {
  if (actor.workspaceId === null) throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
  insist(policy.createFolder(actor, await findFolder(app.db, actor, params.id)))
}

export const mayRenameItem = async ({ params }: { params: { id: number } }, { app, actor }: Context): Promise<void> =>
  insist(policy.rename(actor, await findFolder(app.db, actor, params.id)))

/** Whether the destination takes anything from the actor; what is moved is named in the body. */
export const mayMoveItems = async (
  { params }: { params: { id: number; destinationId: number } },
  { app, actor }: Context,
): Promise<void> => {
  await findFolder(app.db, actor, params.id)
  insist(policy.receiveAny(actor, await findFolder(app.db, actor, params.destinationId)))
}
