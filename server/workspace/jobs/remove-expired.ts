import type { App } from '../../platform/app.ts'
import { job } from '../../platform/jobs/job.ts'
import { eraseFiles } from '../files/remove-files.ts'
import { lockTree } from '../place-item.ts'
import { announceTrash } from '../trash/announce-trash.ts'

/** Deleted things that one transaction removes, each with all that is in it. */
const AT_ONCE = 100

/** Removes some of what has expired in one workspace. False when nothing has. */
const removeSome = ({ db }: Pick<App, 'db'>): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const expired = trx.selectFrom('trash').where((eb) => eb('expires_at', '<=', eb.fn<Date>('now')))
    const next = await expired.select('workspace_id').orderBy('expires_at').limit(1).executeTakeFirst()
    if (!next) return false
    // Read again behind the lock: until here it might have been restored.
    await lockTree(trx, next.workspace_id)
    const tops = await expired
      .select('item_id')
      .where('workspace_id', '=', next.workspace_id)
      .orderBy('expires_at')
      .limit(AT_ONCE)
      .forUpdate()
      .execute()
    if (tops.length === 0) return true
    const itemIds = tops.map(({ item_id }) => item_id)
    const files = await trx
      .selectFrom('files')
      .innerJoin('items', 'items.id', 'files.item_id')
      .select(['files.id', 'files.item_id', 'files.project_id', 'files.video_id'])
      .where('items.trash_id', 'in', itemIds)
      .execute()
    await eraseFiles(trx, files, null)
    await trx.deleteFrom('items').where('id', 'in', itemIds).execute()
    await announceTrash(trx, next.workspace_id)
    return true
  })

/** Every hour, and when somebody deletes for good: what has expired goes with its rows, its storage and its recordings. */
export const removeExpired = job<Record<string, never>>({
  name: 'workspace.remove-expired',
  unique: 'queued',
  run: async (_data, { app, signal }) => {
    while (!signal.aborted && (await removeSome(app)));
  },
})
