import type { openNotification as contract } from '@kaiwa/contract/notifications.ts'
import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { join } from '../membership/invitations/join.ts'
import { readerOf } from '../files/reader.ts'
import { publishRead } from './publish-read.ts'
import { presentNotices } from './present.ts'
import { findNotice, markOpened, type NoticeRow } from './store.ts'

async function find(trx: Trx, actor: Actor, id: number): Promise<NoticeRow> {
  const row = await findNotice(trx, actor, id)
  if (!row) throw new Refusal('E_NOT_FOUND')
  return row
}

/**
 * Marks a notification as read. Opening a pending invitation accepts it, with the same checks as its link; if it is
 * refused, nothing changes.
 */
export const openNotification: Handler<typeof contract> = ({ params }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const before = await find(trx, context.actor, params.id)
    const isJoining = before.is_pending && before.invitation_id !== null
    if (isJoining) await join(trx, { id: before.invitation_id as number }, context.actor.id)
    await markOpened(trx, params.id)
    if (before.flag === 0) await publishRead(trx, context.actor.id)
    // Reload the actor: joining has added rights since the request began.
    const now = isJoining ? await actorOfUser(trx, context.actor.id) : null
    const actor = now ? { ...now, sessionId: context.actor.sessionId } : context.actor
    const [shown] = await presentNotices(trx, readerOf({ ...context, actor }), [await find(trx, actor, params.id)])
    if (!shown) throw new Refusal('E_NOT_FOUND')
    return shown
  })
