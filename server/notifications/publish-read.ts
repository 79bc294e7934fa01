import { userChannel } from '@kaiwa/contract/channels.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/events/publish.ts'

/** Notifies the reader's other windows. */
export const publishRead = (trx: Trx, userId: number): Promise<void> =>
  publish(trx, { type: 'notifications.read', data: {}, channels: [userChannel(userId)] })
