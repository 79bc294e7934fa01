import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import { presentPerson } from '../../accounts/person.ts'
import type { LockRow } from './lock-row.ts'

/** The lock as clients see it; null when it is not held. */
export const presentLock = (lock: LockRow | null): EditLock | null => {
  const by = lock?.is_held ? presentPerson(lock.by) : null
  if (!lock || !by) return null
  return { by, locked_block_uuids: lock.block_uuids, until: lock.until.toISOString(), version: lock.version }
}
