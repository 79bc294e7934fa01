import type { renameItem as contract } from '@kaiwa/contract/workspace.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Gate, Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { publishRename } from './publish-items.ts'
import { assertAllowed } from './policy.ts'
import { findFolder } from './store/items.ts'
import * as policy from './policy.ts'
import { updateFolderName } from './store/folders.ts'
import { presentItem } from './present-item.ts'

/** Permission check that runs before the body is read. */
export const mayRenameItem: Gate<typeof contract> = async ({ params }, { app, actor }) =>
  assertAllowed(policy.rename(actor, await findFolder(app.db, actor, params.id)))

/** Renames a folder. Files are renamed by a separate operation. */
export const renameItem: Handler<typeof contract> = ({ params, body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    if (actor.workspaceId === null) throw new Refusal('E_NOT_FOUND')
    const folder = await findFolder(trx, actor, params.id)
    assertAllowed(policy.rename(actor, folder))
    await updateFolderName(trx, actor, { itemId: folder.id, name: body.name })
    // The update may have waited for the row: rights may have ended since.
    const now = await reloadActor(trx, actor)
    const renamed = await findFolder(trx, now, folder.id)
    assertAllowed(policy.rename(now, renamed))
    await publishRename(trx, actor.workspaceId, renamed, actor.id)
    return presentItem(renamed, now)
  })
