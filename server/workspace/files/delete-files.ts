import type * as contract from '@kaiwa/contract/files.ts'
import type { Context, Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { unreadItemIds } from '../all-items.ts'
import { insist } from '../insist.ts'
import { lockTree } from '../place-item.ts'
import * as policy from '../policy.ts'
import { fileRows } from './file-rows.ts'
import { removeFiles } from './remove-files.ts'

/** Deletes these files of one folder, all of them or none. */
const removeAll = async ({ app, actor }: Context<'session'>, projectId: number, ids: readonly number[]) => {
  const wanted = [...new Set(ids)]
  await app.db.transaction().execute(async (trx) => {
    await lockTree(trx, actor.workspaceId)
    const files = await fileRows(trx, actor)
      .where('file.id', 'in', wanted)
      .where('file.project_id', '=', projectId)
      .execute()
    if (files.length < wanted.length) throw new Refusal('E_NOT_FOUND')
    for (const file of files) insist(policy.remove(actor, file))
    await removeFiles(trx, files, actor.id)
  })
  return unreadItemIds(app.db, actor)
}

export const deleteFile: Handler<typeof contract.deleteFile> = async ({ params }, context) => ({
  unread_item_ids: await removeAll(context, params.projectId, [params.id]),
})

export const deleteFiles: Handler<typeof contract.deleteFiles> = async ({ params, query }, context) => ({
  success: true,
  unread_item_ids: await removeAll(context, params.projectId, query['ids[]']),
})
