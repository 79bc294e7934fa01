import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import { eraseFiles } from '../../files/remove-files.ts'
import { publishTrash } from '../publish-trash.ts'
import { findTrashedFiles } from '../../files/store/files.ts'
import { deleteEmptyTrashedItems } from '../../tree/store/trashed-items.ts'
import { lockExpired } from '../store.ts'

/**
 * Maximum number of trashed items and of files that one transaction handles, so that a folder of thousands is removed
 * in steps.
 */
const AT_ONCE = 100

/** Removes some expired items. Returns false if there are none. */
function removeSome({ db }: Pick<App, 'db'>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const expired = await lockExpired(trx, AT_ONCE)
    if (!expired) return false
    const { workspaceId, itemIds } = expired
    const files = await findTrashedFiles(trx, itemIds, AT_ONCE)
    await eraseFiles(trx, files, null)
    // A folder is deleted together with the last of its files.
    const deleted = await deleteEmptyTrashedItems(trx, itemIds)
    if (files.length > 0 || deleted > 0n) await publishTrash(trx, workspaceId)
    return true
  })
}

/** Runs every hour and after a permanent deletion. Deletes expired items with their rows, storage and recordings. */
export const removeExpired = job<Record<string, never>>({
  name: 'workspace.remove-expired',
  unique: 'queued',
  run: async (_data, { app, signal }) => {
    while (!signal.aborted && (await removeSome(app)));
  },
})
