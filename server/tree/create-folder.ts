import type { createFolder as contract } from '@kaiwa/contract/workspace.ts'
import type { Item } from '@kaiwa/contract/items.ts'
import type { StoredName } from '@kaiwa/contract/product-names.ts'
import type { Actor } from '../accounts/actor.ts'
import { isSubscribed } from '../billing/store/subscriptions.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Gate, Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { publishItems } from './publish-items.ts'
import { assertAllowed } from './policy.ts'
import { findFolder, type ItemRow, insertItem } from './store/items.ts'
import { lockTreeFor } from './lock-tree-for.ts'
import * as policy from './policy.ts'
import { insertFolder } from './store/folders.ts'
import { presentItem } from './present-item.ts'

/** Permission check that runs before the body is read. */
export const mayCreateFolder: Gate<typeof contract> = async ({ params }, { app, actor }) => {
  if (actor.workspaceId === null) throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
  assertAllowed(policy.createFolder(actor, await findFolder(app.db, actor, params.id)))
}

/** Creates a folder in `parent` and publishes the change. The caller must have read `parent` after `lockTree`. */
export async function addFolder(trx: Trx, actor: Actor, parent: ItemRow, name: StoredName): Promise<ItemRow> {
  const { id, path, workspace_id } = await insertItem(trx, {
    parentId: parent.id,
    isProject: true,
    creatorId: actor.id,
  })
  await insertFolder(trx, { itemId: id, workspaceId: workspace_id, name, userId: actor.id })
  await publishItems(trx, {
    workspaceId: workspace_id,
    paths: [path],
    projectIds: [parent.resource_id],
  })
  return findFolder(trx, actor, id)
}

/** Creates a folder below `parentId` with all checks. Seeds call it too. */
export function createFolderBelow(app: Pick<App, 'db'>, caller: Actor, parentId: number, name: string): Promise<Item> {
  return app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    const { workspaceId } = actor
    if (workspaceId === null) throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
    const parent = await findFolder(trx, actor, parentId)
    assertAllowed(policy.createFolder(actor, parent))
    if (!(await isSubscribed(trx, workspaceId))) throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
    if (!policy.hasRoomBelow(parent)) throw new Refusal('ITEM_MAX_FOLDER_LEVEL')
    return presentItem(await addFolder(trx, actor, parent, { name, name_key: null }), actor)
  })
}

export const createFolder: Handler<typeof contract> = ({ params, body }, { app, actor }) =>
  createFolderBelow(app, actor, params.id, body.name)
