// The edit lock as others see it, in responses and events.
import type { EditLock } from '@kaiwa/contract/transcripts.ts'
import { presentPerson } from '../../accounts/person.ts'
import type { LockRow } from '../store/edit-access.ts'
import { fileChannel } from '@kaiwa/contract/channels.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { NewEvent } from '../../platform/events/event.ts'
import { publish } from '../../platform/store/outbox.ts'

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
