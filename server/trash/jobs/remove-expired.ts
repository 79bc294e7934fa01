import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { job } from '../../platform/jobs/job.ts'
import { eraseFiles } from '../../files/remove-files.ts'
import { publishTrash } from '../publish-trash.ts'
import { expireNow } from '../expire-now.ts'

/**
 * Maximum number of trashed items and of files that one transaction handles, so that a folder of thousands is removed
 * in steps.
 */
const AT_ONCE = 100

/**
 * Locks some expired items of one workspace. A concurrent restore either commits first or finds them gone. Items that
 * another worker has locked are skipped.
 */
const holdExpired = async (trx: Trx) => {
  const expired = trx
    .selectFrom('trash')
    .where((eb) => eb('expires_at', '<=', eb.fn<Date>('now')))
    .orderBy('expires_at')
    .forUpdate()
    .skipLocked()
  const next = await expired.select('workspace_id').limit(1).executeTakeFirst()
  if (!next) return null
  const { workspace_id: workspaceId } = next
  const tops = await expired.select('item_id').where('workspace_id', '=', workspaceId).limit(AT_ONCE).execute()
  const itemIds = tops.map(({ item_id }) => item_id)
  // A restore that waits for one of these rows, and whose clock is before the expiry, finds it gone.
  await expireNow(trx, itemIds)
  return { workspaceId, itemIds }
}

/** Removes some expired items. Returns false if there are none. */
const removeSome = ({ db }: Pick<App, 'db'>): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const held = await holdExpired(trx)
    if (!held) return false
    const { workspaceId, itemIds } = held
    const files = await trx
      .selectFrom('files')
      .innerJoin('items', 'items.id', 'files.item_id')
      .select(['files.id', 'files.item_id', 'files.project_id', 'files.video_id'])
      .where('items.trash_id', 'in', itemIds)
      .limit(AT_ONCE)
      .execute()
    await eraseFiles(trx, files, null)
    // A folder is deleted together with the last of its files.
    const { numDeletedRows } = await trx
      .deleteFrom('items as top')
      .where('top.id', 'in', itemIds)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('items as file')
              .select('file.id')
              .whereRef('file.trash_id', '=', 'top.id')
              .where('file.is_project', '=', false),
          ),
        ),
      )
      .executeTakeFirstOrThrow()
    if (files.length > 0 || numDeletedRows > 0n) await publishTrash(trx, workspaceId)
    return true
  })

/** Runs every hour and after a permanent deletion. Deletes expired items with their rows, storage and recordings. */
export const removeExpired = job<Record<string, never>>({
  name: 'workspace.remove-expired',
  unique: 'queued',
  run: async (_data, { app, signal }) => {
    while (!signal.aborted && (await removeSome(app)));
  },
})
