import type { Trx } from '../../platform/database/database.ts'
import { publishLock } from './publish-lock.ts'
import { endLock, type LockRow } from './lock-row.ts'
import { mayHold } from './may-hold.ts'

type Place = { transcriptId: number; fileId: number; itemId: number }

/**
 * The lock as this person sees it. Ends the lock of a holder who may no longer edit, even before the change of their
 * rights has been handled. The caller holds the file's row.
 */
export const freeLostLock = async (
  trx: Trx,
  lock: LockRow | null,
  userId: number,
  { transcriptId, fileId, itemId }: Place,
): Promise<LockRow | null> => {
  if (!lock?.is_held || lock.user_id === userId || (await mayHold(trx, lock.user_id, itemId))) return lock
  await endLock(trx, transcriptId, 'released')
  await publishLock(trx, fileId, null)
  return { ...lock, state: 'released', is_held: false }
}
