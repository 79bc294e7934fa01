import type * as contract from '@kaiwa/contract/files.ts'
import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import type { Context, Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { findUnreadItemIds } from '../tree/store/unread-items.ts'
import { assertAllowed } from '../tree/policy.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import * as policy from '../tree/policy.ts'
import { putInTrash } from './put-in-trash.ts'
import { findVisibleFiles } from '../files/store/files.ts'

interface Wanted {
  ids: readonly number[]
  /** All files must be in this folder. */ projectId?: number
}

/** Puts files into the trash, all of them or none. Returns the ids of their items. */
export async function trashFiles({ db }: Pick<App, 'db'>, caller: Actor, { ids, projectId }: Wanted) {
  const { workspaceId } = caller
  if (workspaceId === null) throw new Refusal('E_NOT_FOUND')
  const wanted = [...new Set(ids)]
  return db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    const files = await findVisibleFiles(trx, actor, { ids: wanted, projectId })
    if (files.length < wanted.length) throw new Refusal('E_NOT_FOUND')
    for (const file of files) assertAllowed(policy.remove(actor, file))
    return putInTrash(trx, { itemIds: files.map(({ item_id }) => item_id), workspaceId, userId: actor.id })
  })
}

async function removeAll({ app, actor }: Context<'session'>, projectId: number, ids: readonly number[]) {
  const trashed_item_ids = await trashFiles(app, actor, { ids, projectId })
  return { unread_item_ids: await findUnreadItemIds(app.db, actor), trashed_item_ids }
}

export const deleteFile: Handler<typeof contract.deleteFile> = ({ params }, context) =>
  removeAll(context, params.projectId, [params.id])

export const deleteFiles: Handler<typeof contract.deleteFiles> = async ({ params, query }, context) => ({
  success: true,
  ...(await removeAll(context, params.projectId, query['ids[]'])),
})
