import type { readNotifications as contract } from '@kaiwa/contract/notifications.ts'
import type { Handler } from '../platform/http/route.ts'
import { publishRead } from './publish-read.ts'
import { markRead } from './store.ts'

/** Ids of other people's notifications are ignored. */
export const readNotifications: Handler<typeof contract> = ({ body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    if (await markRead(trx, actor.id, body.ids)) await publishRead(trx, actor.id)
    return { success: true }
  })
