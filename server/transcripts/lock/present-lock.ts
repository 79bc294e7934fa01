import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import { presentPerson } from '../../accounts/person.ts'
import type { LockRow } from '../store/edit-locks.ts'

/** The lock as clients see it; null when it is not held. */
export const presentLock = (lock: LockRow | null): EditLock | null => {
  const by = lock?.is_held ? presentPerson(lock.by) : null
  if (!lock || !by) return null
  return { by, locked_block_uuids: lock.block_uuids, until: lock.until.toISOString(), version: lock.version }
}

/** Whether clients that watch the lock would see a difference. */
export const isLockChanged = (before: LockRow | null, after: LockRow): boolean =>
  !before?.is_held ||
  before.version !== after.version ||
  before.block_uuids.length !== after.block_uuids.length ||
  before.until.getTime() !== after.until.getTime()
