import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import { presentPerson } from '../../accounts/person.ts'
import type { LockRow } from './lock-row.ts'

/** The lock as readers see it; null when nobody edits. */
export const presentLock = (lock: LockRow | null): EditLock | null => {
  const by = lock?.is_held ? presentPerson(lock.by) : null
  if (!lock || !by) return null
  return { by, locked_block_uuids: lock.block_uuids, until: lock.until.toISOString(), version: lock.version }
}
