import { userChannel } from '@kaiwa/contract/channels.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { findTrashManagers } from './store.ts'

/** Publishes to the owner and the managers, who may open the trash, that its content changed. */
export async function publishTrash(trx: Trx, workspaceId: number): Promise<void> {
  const managers = await findTrashManagers(trx, workspaceId)
  await publish(trx, {
    type: 'trash.changed',
    data: { workspace_id: workspaceId },
    channels: managers.map(userChannel),
  })
}
