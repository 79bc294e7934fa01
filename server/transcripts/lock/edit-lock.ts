// The edit lock as others see it, in responses and events, and what it refuses.
import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import { presentPerson } from '../../accounts/person.ts'
import type { LockRow } from '../store/edit-locks.ts'
import { fileChannel } from '@kaiwa/contract/channels.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { NewEvent } from '../../platform/events/event.ts'
import { publish } from '../../platform/store/outbox.ts'
import type { Actor } from '../../accounts/actor.ts'
import { Refusal } from '../../platform/refusal.ts'

/** The lock as clients see it; null when it is not held. */
export function presentLock(lock: LockRow | null): EditLock | null {
  const by = lock?.is_held ? presentPerson(lock.by) : null
  if (!lock || !by) return null
  return { by, locked_block_uuids: lock.block_uuids, until: lock.until.toISOString(), version: lock.version }
}

/** Whether clients that watch the lock would see a difference. */
export function isLockChanged(before: LockRow | null, after: LockRow): boolean {
  return (
    !before?.is_held ||
    before.version !== after.version ||
    before.block_uuids.length !== after.block_uuids.length ||
    before.until.getTime() !== after.until.getTime()
  )
}

export function lockUpdated(fileId: number, lock: EditLock | null): NewEvent<'transcript.edit_lock_updated'> {
  return {
    type: 'transcript.edit_lock_updated',
    data: { project_file_id: fileId, lock },
    channels: [fileChannel(fileId)],
  }
}

export function publishLock(trx: Trx, fileId: number, lock: EditLock | null): Promise<void> {
  return publish(trx, lockUpdated(fileId, lock))
}

// Checks of the edit lock before a change. Each throws its refusal.

type Caller = Pick<Actor, 'id'>

/**
 * For changes that need the whole file: speakers, merges, sections, saves. Refuses with E_LOCKED and the lock while
 * another person holds it.
 */
export function assertFileNotLocked(lock: LockRow | null, actor: Caller): void {
  if (lock?.is_held && lock.user_id !== actor.id) throw new Refusal('E_LOCKED', { lock: presentLock(lock) })
}

/** For tags: refuses with E_LOCKED when another lock holder has changed one of these blocks. */
export function assertBlocksNotLocked(lock: LockRow | null, actor: Caller, uuids: Iterable<string>): void {
  const locked = new Set(lock?.is_held && lock.user_id !== actor.id ? lock.block_uuids : [])
  for (const uuid of uuids) if (locked.has(uuid)) throw new Refusal('E_LOCKED', { lock: presentLock(lock) })
}

interface ClientVersion {
  lock_version?: number | undefined
  revision?: number | undefined
}

/**
 * Checks that a save may be applied. E_LOCKED: another person holds the lock. E_CONFLICT: the lock was taken since,
 * possibly by another tab of the same person. A save after the lock's expiry is accepted if no one has taken it since.
 * Without `lock_version` and `revision`, the caller must be the last holder, because the age of their text is unknown.
 * `is_own`: the conflict was caused by the same person, in another tab or by an import.
 */
export function assertLockVersion(
  lock: LockRow | null,
  actor: Caller,
  { lock_version, revision }: ClientVersion,
): void {
  assertFileNotLocked(lock, actor)
  const isOwn = lock?.user_id === actor.id
  const isLost =
    lock_version === undefined
      ? lock !== null && !isOwn && revision === undefined
      : !isOwn || lock.version !== lock_version
  if (isLost) throw new Refusal('E_CONFLICT', { reason: 'lock', lock: presentLock(lock), is_own: isOwn })
}
