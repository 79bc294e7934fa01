import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import type { Trx } from '../../platform/database/database.ts'
import { emit } from '../../platform/events/emit.ts'

declare module '../../platform/events/event.ts' {
  interface EventData {
    'transcript.edit_lock_updated': { project_file_id: number; lock: EditLock | null }
  }
}

export const lockUpdated = (fileId: number, lock: EditLock | null) => ({
  type: 'transcript.edit_lock_updated' as const,
  data: { project_file_id: fileId, lock },
  channels: [`private-project-file-${fileId}`],
})

export const announceLock = (trx: Trx, fileId: number, lock: EditLock | null): Promise<void> =>
  emit(trx, lockUpdated(fileId, lock))
