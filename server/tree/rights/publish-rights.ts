import { userChannel } from '@kaiwa/contract/channels.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publishAll } from '../../platform/store/outbox.ts'

/**
 * Publishes that the rights of these users changed. Their pages fetch again, realtime nodes close their sockets, which
 * must authorise their channels again, and handlers of `access.changed` release their edit locks and delete
 * notifications. Two events for any number of users.
 */
export async function publishRights(trx: Trx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await publishAll(trx, [
    { type: 'rights.changed', data: {}, channels: userIds.map(userChannel) },
    { type: 'access.changed', data: { user_ids: [...userIds] } },
  ])
}
