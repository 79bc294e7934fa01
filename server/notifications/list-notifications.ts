import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { listNotifications as contract } from '@kaiwa/contract/notifications.ts'
import type { Handler } from '../platform/http/route.ts'
import { readerOf } from '../files/reader.ts'
import { presentNotices } from './present.ts'
import { countNotices, findInvalidInvitations, findNotices } from './store.ts'

export const listNotifications: Handler<typeof contract> = async ({ query: { page } }, context) => {
  const { db } = context.app
  const limit = LIMITS.notificationsPerPage
  const invalid = await findInvalidInvitations(db, context.actor)
  const [count, rows] = await Promise.all([
    countNotices(db, context.actor, invalid),
    findNotices(db, context.actor, { limit, offset: (page - 1) * limit, invalid }),
  ])
  return {
    data: await presentNotices(db, readerOf(context), rows),
    current_page: page,
    last_page: Math.max(1, Math.ceil(count.all / limit)),
    unread_count: count.unread,
  }
}
