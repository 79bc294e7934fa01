import type { NotificationType } from '@kaiwa/contract/notifications.ts'
import type { Trx } from '../platform/database/database.ts'
import { emit } from '../platform/events/emit.ts'
import { markUnread } from '../workspace/unread.ts'
import { type Cause, type Notice, putNotices } from './store.ts'

declare module '../platform/events/event.ts' {
  interface EventData {
    /** Somebody has something new to know. Thin: what it is about is asked for, and may be refused by then. */
    'new.notification': { type: NotificationType }
    'notifications.read': Record<string, never>
  }
}

/**
 * Tells people something, each at most once for each event, however often it is handled. Something newer about the same
 * takes the place of what they were told before, and is unread again.
 */
export const tell = async (trx: Trx, cause: Cause, notice: Notice): Promise<void> => {
  const told = await putNotices(trx, cause, notice)
  if (told.length === 0) return
  // Who joined is nothing to open in the tree.
  if (notice.type !== 'project-joined') await markUnread(trx, notice.itemId, told)
  const channels = told.map((id) => `private-user-${id}`)
  await emit(trx, { type: 'new.notification', data: { type: notice.type }, channels })
}
