import type { renameItem as contract } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { publishRename } from './publish-items.ts'
import { insist } from './assert-allowed.ts'
import { findFolder } from './item-rows.ts'
import * as policy from './policy.ts'
import { presentItem } from './present-item.ts'

/** Renames a folder. Files are renamed by a separate operation. */
export const renameItem: Handler<typeof contract> = ({ params, body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    if (actor.workspaceId === null) throw new Refusal('E_NOT_FOUND')
    const folder = await findFolder(trx, actor, params.id)
    insist(policy.rename(actor, folder))
    await trx
      .updateTable('projects')
      .set({ name: body.name, last_updated_by: actor.id, last_updated_at: sql`now()` })
      .where('item_id', '=', folder.id)
      .execute()
    await trx
      .updateTable('items')
      .set({ updated_at: sql`now()` })
      .where('id', '=', folder.id)
      .execute()
    const renamed = await findFolder(trx, actor, folder.id)
    await publishRename(trx, actor.workspaceId, renamed)
    return presentItem(renamed, actor)
  })
