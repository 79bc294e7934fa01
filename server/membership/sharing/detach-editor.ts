import type { detachEditor as contract } from '@kaiwa/contract/sharing.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Handler } from '../../platform/http/route.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { publishSharing } from './publish-sharing.ts'
import { endItemRole } from '../store/item-roles.ts'
import type { ItemMember } from '../store/item-members.ts'
import * as policy from '../policy.ts'
import { findItemMember, lockShared, type SharedItem } from './shared-item.ts'
import { withdrawInvitationsTo } from '../store/invitations.ts'

/**
 * Ends a person's access to the item, including pending invitations to it. A member keeps the role that comes from the
 * workspace.
 */
export async function endAccess(trx: Trx, actor: Actor, item: SharedItem, person: ItemMember): Promise<void> {
  assertAllowed(policy.endAccess(actor, item, person))
  await endItemRole(trx, item.id, person)
  await withdrawInvitationsTo(trx, { workspaceId: item.workspaceId, userId: person.id, itemId: item.id })
  await publishSharing(trx, item, [person.id])
}

export const detachEditor: Handler<typeof contract> = ({ params, query }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, item } = await lockShared(trx, caller, params.itemId)
    await endAccess(trx, actor, item, await findItemMember(trx, item, query.user_id))
    return { success: true }
  })
