import type { createFolder as contract } from '@kaiwa/contract/workspace.ts'
import type { Item } from '@kaiwa/contract/items.ts'
import type { Actor } from '../accounts/actor.ts'
import { isSubscribed } from '../billing/is-subscribed.ts'
import type { App } from '../platform/app.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { announceItems } from './announce.ts'
import { insist } from './insist.ts'
import { findFolder } from './items.ts'
import { lockTree, placeItem } from './place-item.ts'
import * as policy from './policy.ts'
import { presentItem } from './present.ts'

/** Makes a folder below `parentId`, as a seed does too. */
export const makeFolder = (app: Pick<App, 'db'>, actor: Actor, parentId: number, name: string): Promise<Item> =>
  app.db.transaction().execute(async (trx) => {
    const { workspaceId } = actor
    if (workspaceId === null) throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
    await lockTree(trx, workspaceId)
    const parent = await findFolder(trx, actor, parentId)
    insist(policy.createFolder(actor, parent))
    if (!(await isSubscribed(trx, workspaceId))) throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
    if (!policy.hasRoomBelow(parent)) throw new Refusal('ITEM_MAX_FOLDER_LEVEL')
    const { id, path } = await placeItem(trx, { parentId, isProject: true, creatorId: actor.id })
    await trx
      .insertInto('projects')
      .values({ item_id: id, workspace_id: workspaceId, name, last_updated_by: actor.id })
      .execute()
    await announceItems(trx, { workspaceId, paths: [path], projectIds: [parent.resource_id], itemIds: [id] })
    return presentItem(await findFolder(trx, actor, id), actor)
  })

export const createFolder: Handler<typeof contract> = ({ params, body }, { app, actor }) =>
  makeFolder(app, actor, params.id, body.name)
