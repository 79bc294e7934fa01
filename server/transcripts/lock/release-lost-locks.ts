// Ends locks of users who may no longer edit the file, and locks of deleted files.
import { actorOfUser } from '../../accounts/sessions/actor-of-user.ts'
import { hasSession } from '../../accounts/store/sessions.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findItems } from '../../tree/store/items.ts'
import { mayEdit } from '../../tree/policy.ts'
import { endLock, endLocksOfTrashedFiles, findHeldLocks, type LockRow } from '../store/edit-access.ts'
import { deleteDraftsOfFormerMembers } from '../store/drafts.ts'
import { publishLock } from './edit-lock.ts'

/** Whether the user has a session and may edit the file of this item under current rights. */
async function mayHoldLock(trx: Trx, userId: number, itemId: number): Promise<boolean> {
  const actor = await actorOfUser(trx, userId)
  if (!actor || !(await hasSession(trx, userId))) return false
  const [item] = await findItems(trx, actor, [itemId])
  return item !== undefined && mayEdit(item)
}

interface LockedFile {
  transcriptId: number
  fileId: number
  itemId: number
}

/**
 * Ends the lock if its holder may no longer edit, even before the change of their rights has been handled. Returns the
 * lock as it is then. `userId` is the caller, whose own lock is not checked. The caller holds the file's row.
 */
export async function releaseLostLock(
  trx: Trx,
  lock: LockRow | null,
  userId: number,
  { transcriptId, fileId, itemId }: LockedFile,
): Promise<LockRow | null> {
  if (!lock?.is_held || lock.user_id === userId || (await mayHoldLock(trx, lock.user_id, itemId))) return lock
  await endLock(trx, transcriptId, 'released')
  await publishLock(trx, fileId, null)
  return { ...lock, state: 'released', is_held: false }
}

/** Ends the locks of these users on files that they may no longer edit. */
export function releaseLostLocks(app: App, userIds: readonly number[]): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    for (const { id, user_id: userId, file_id: fileId, item_id: itemId } of await findHeldLocks(trx, userIds)) {
      if (await mayHoldLock(trx, userId, itemId)) continue
      await endLock(trx, id, 'released')
      await publishLock(trx, fileId, null)
    }
  })
}

/**
 * Deletes the drafts of those of these users who have left the workspace. Other drafts stay for their author, who can read
 * them again with the right to edit.
 */
export function deleteLostDrafts({ db }: Pick<App, 'db'>, userIds: readonly number[]): Promise<void> {
  return deleteDraftsOfFormerMembers(db, userIds)
}

/** Ends the locks of deleted files. After a restore, editing requires a new lock. */
export function releaseDeletedLocks({ db }: Pick<App, 'db'>, fileIds: readonly number[]): Promise<void> {
  return endLocksOfTrashedFiles(db, fileIds)
}
