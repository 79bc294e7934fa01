import type * as contract from '@kaiwa/contract/trash.ts'
import type { Context, Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/policy.ts'
import { removeExpired } from './jobs/remove-expired.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import * as policy from './policy.ts'
import { publishTrash } from './publish-trash.ts'
import { expireNow, lockTrash } from './store.ts'

/**
 * Marks items as expired, so that they disappear for all users. The job that removes expired items then deletes rows
 * and recordings, so the call takes no longer for a large trash. Returns the number of expired items.
 */
function expire({ app, actor: caller }: Context<'session'>, itemId?: number): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    assertAllowed(policy.manageTrash(actor))
    const itemIds = await lockTrash(trx, actor.workspaceId, itemId)
    if (itemIds.length === 0) return 0
    await expireNow(trx, itemIds)
    if (actor.workspaceId !== null) {
      await app.jobs.send(trx, removeExpired, {}, { key: 'all' })
      await publishTrash(trx, actor.workspaceId)
    }
    return itemIds.length
  })
}

export const deleteForever: Handler<typeof contract.deleteForever> = async ({ params }, context) => {
  if ((await expire(context, params.itemId)) === 0) throw new Refusal('E_NOT_FOUND')
  return { success: true }
}

export const emptyTrash: Handler<typeof contract.emptyTrash> = async (_input, context) => {
  await expire(context)
  return { success: true }
}
