import { userChannel } from '@kaiwa/contract/channels.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'

/** Notifies the reader's other windows. */
export function publishRead(trx: Trx, userId: number): Promise<void> {
  return publish(trx, { type: 'notifications.read', data: {}, channels: [userChannel(userId)] })
}
