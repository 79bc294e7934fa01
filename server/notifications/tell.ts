import type { NotificationType } from '@kaiwa/contract/notifications.ts'
import type { Trx } from '../platform/database/database.ts'
import { emit } from '../platform/events/emit.ts'
import { markUnread } from '../tree/unread.ts'
import { type Cause, type Notice, putNotices } from './store.ts'

declare module '../platform/events/event.ts' {
  interface EventData {
    /**
     * A person has a new notification. The event has no details: the client fetches them, with a permission check at
     * that time.
     */
    'new.notification': { type: NotificationType }
    'notifications.read': Record<string, never>
  }
}

/**
 * Notifies people, at most once per event, also if the event is handled repeatedly. A newer notification about the same
 * topic replaces the older one and is unread again.
 */
export const tell = async (trx: Trx, cause: Cause, notice: Notice): Promise<void> => {
  const told = await putNotices(trx, cause, notice)
  if (told.length === 0) return
  // The event project-joined has no item to open in the tree.
  if (notice.type !== 'project-joined') await markUnread(trx, notice.itemId, told)
  const channels = told.map((id) => `private-user-${id}`)
  await emit(trx, { type: 'new.notification', data: { type: notice.type }, channels })
}
