import { fileChannel } from '@kaiwa/contract/channels.ts'
import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { NewEvent } from '../../platform/events/event.ts'
import { publish } from '../../platform/events/publish.ts'

export const lockUpdated = (fileId: number, lock: EditLock | null): NewEvent<'transcript.edit_lock_updated'> => ({
  type: 'transcript.edit_lock_updated',
  data: { project_file_id: fileId, lock },
  channels: [fileChannel(fileId)],
})

export const publishLock = (trx: Trx, fileId: number, lock: EditLock | null): Promise<void> =>
  publish(trx, lockUpdated(fileId, lock))
