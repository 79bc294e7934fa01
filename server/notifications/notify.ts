import { userChannel } from '@kaiwa/contract/channels.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { insertUnread } from '../tree/store/unread-items.ts'
import { type Cause, type Notice, upsertNotices } from './store.ts'

/**
 * Notifies people, at most once per event, also if the event is handled repeatedly. A newer notification about the same
 * topic replaces the older one and is unread again.
 */
export async function notify(trx: Trx, cause: Cause, notice: Notice): Promise<void> {
  const notified = await upsertNotices(trx, cause, notice)
  if (notified.length === 0) return
  // The event project-joined has no item to open in the tree.
  if (notice.type !== 'project-joined') await insertUnread(trx, notice.itemId, notified)
  const channels = notified.map(userChannel)
  await publish(trx, { type: 'new.notification', data: { type: notice.type }, channels })
}
