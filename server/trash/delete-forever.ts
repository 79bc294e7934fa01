import type * as contract from '@kaiwa/contract/trash.ts'
import { sql } from 'kysely'
import type { Context, Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/assert-allowed.ts'
import { removeExpired } from './jobs/remove-expired.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import * as policy from '../tree/policy.ts'
import { publishTrash } from './publish-trash.ts'
import { expireNow } from './expire-now.ts'

/**
 * Marks items as expired, so that they disappear for all users. The job that removes expired items then deletes rows
 * and recordings, so the call takes no longer for a large trash. Returns the number of expired items.
 */
const expire = ({ app, actor: caller }: Context<'session'>, itemId?: number): Promise<number> =>
  app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    assertAllowed(policy.keepTrash(actor))
    const ofWorkspace = trx
      .selectFrom('trash')
      .select('item_id')
      .where('workspace_id', '=', actor.workspaceId ?? -1)
      .where('expires_at', '>', sql<Date>`now()`)
      .$if(itemId !== undefined, (query) => query.where('item_id', '=', itemId ?? -1))
    // The same row order as in a restore, so that the two cannot deadlock.
    const held = await ofWorkspace.orderBy('item_id').forUpdate().execute()
    if (held.length === 0) return 0
    await expireNow(
      trx,
      held.map(({ item_id }) => item_id),
    )
    if (actor.workspaceId !== null) {
      await app.jobs.send(trx, removeExpired, {}, { key: 'all' })
      await publishTrash(trx, actor.workspaceId)
    }
    return held.length
  })

export const deleteForever: Handler<typeof contract.deleteForever> = async ({ params }, context) => {
  if ((await expire(context, params.itemId)) === 0) throw new Refusal('E_NOT_FOUND')
  return { success: true }
}

export const emptyTrash: Handler<typeof contract.emptyTrash> = async (_input, context) => {
  await expire(context)
  return { success: true }
}
