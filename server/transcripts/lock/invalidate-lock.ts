import type { Trx } from '../../platform/database/database.ts'
import { endLock, holdLock, type LockRow } from '../store/edit-access.ts'
import { publishLock } from './edit-lock.ts'

interface Replacement {
  transcriptId: number
  fileId: number
  /** The lock before; null if it was never taken. */
  lock: LockRow | null
  /** The person who replaces the transcript. */
  userId: number
}

/**
 * Ends the lock because the transcript is replaced, by an import or a new transcription. The higher version refuses what a
 * tab sends later, as a new lock does; unsaved changes remain as a draft. The caller holds the file's row.
 */
export async function invalidateLock(trx: Trx, { transcriptId, fileId, lock, userId }: Replacement): Promise<void> {
  if (!lock) return
  await holdLock(trx, { transcriptId, userId, version: lock.version + 1, blockUuids: [] })
  await endLock(trx, transcriptId, 'released')
  await publishLock(trx, fileId, null)
}
