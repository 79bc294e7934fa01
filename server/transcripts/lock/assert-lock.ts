// Pure checks of the edit lock before a change. Each throws its refusal.
import type { Actor } from '../../accounts/actor.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { LockRow } from '../store/edit-locks.ts'
import { presentLock } from './present-lock.ts'

type Caller = Pick<Actor, 'id'>

/**
 * For changes that need the whole file: speakers, merges, sections, saves. Refuses with E_LOCKED and the lock while
 * another person holds it.
 */
export const assertFileNotLocked = (lock: LockRow | null, actor: Caller): void => {
  if (lock?.is_held && lock.user_id !== actor.id) throw new Refusal('E_LOCKED', { lock: presentLock(lock) })
}

/** For tags: refuses with E_LOCKED when another lock holder has changed one of these blocks. */
export const assertBlocksNotLocked = (lock: LockRow | null, actor: Caller, uuids: Iterable<string>): void => {
  const locked = new Set(lock?.is_held && lock.user_id !== actor.id ? lock.block_uuids : [])
  for (const uuid of uuids) if (locked.has(uuid)) throw new Refusal('E_LOCKED', { lock: presentLock(lock) })
}

type ClientVersion = { lock_version?: number | undefined; revision?: number | undefined }

/**
 * Checks that a save may be applied. E_LOCKED: another person holds the lock. E_CONFLICT: the lock was taken since,
 * possibly by another tab of the same person. A save after the lock's expiry is accepted if no one has taken it since.
 * Without `lock_version` and `revision`, the caller must be the last holder, because the age of their text is unknown.
 * `is_own`: the conflict was caused by the same person, in another tab or by an import.
 */
export const assertLockVersion = (
  lock: LockRow | null,
  actor: Caller,
  { lock_version, revision }: ClientVersion,
): void => {
  assertFileNotLocked(lock, actor)
  const isOwn = lock?.user_id === actor.id
  const isLost =
    lock_version === undefined
      ? lock !== null && !isOwn && revision === undefined
      : !isOwn || lock.version !== lock_version
  if (isLost) throw new Refusal('E_CONFLICT', { reason: 'lock', lock: presentLock(lock), is_own: isOwn })
}
