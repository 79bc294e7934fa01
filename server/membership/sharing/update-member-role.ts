import type { updateMemberRole as contract } from '@kaiwa/contract/sharing.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Handler } from '../../platform/http/route.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { publishSharing } from './publish-sharing.ts'
import { deleteItemRole, upsertItemRole } from '../store/item-roles.ts'
import * as policy from '../policy.ts'
import { requiredSeat } from '../seats/seats-of-roles.ts'
import { findItemMember, lockShared, type SharedItem } from './shared-item.ts'
import { recordSeats } from '../../billing/count-seats.ts'
import { takeSeats } from '../seats/take-seat.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { ItemMember } from '../store/item-members.ts'
import { updateCreator } from '../../tree/store/items.ts'
import { withdrawInvitationsTo } from '../store/invitations.ts'

/**
 * Makes another person the item's owner. The former owner becomes editor. Earlier roles and exclusions of the new
 * owner on the item are deleted. The caller must hold the tree's lock.
 */
async function transferOwnership(
  trx: Trx,
  item: SharedItem,
  { from, to }: { from: Actor; to: ItemMember },
): Promise<void> {
  await updateCreator(trx, item.id, to.id)
  await deleteItemRole(trx, item.id, to.id)
  if (from.workspaceRole === ROLE.member)
    await upsertItemRole(trx, { itemId: item.id, userId: from.id, roleId: ROLE.editor, givenBy: from.id })
}

/** Gives a person with access another role on the item, or its ownership. */
export const updateMemberRole: Handler<typeof contract> = ({ params, body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, item } = await lockShared(trx, caller, params.itemId)
    const person = await findItemMember(trx, item, body.user_id)
    if (body.role_id === ROLE.owner) {
      assertAllowed(policy.transfer(actor, item, person))
      await transferOwnership(trx, item, { from: actor, to: person })
    } else {
      assertAllowed(policy.changeRole(actor, item, person, body.role_id))
      await takeSeats(trx, item.workspaceId, requiredSeat(person, body.role_id))
      await upsertItemRole(trx, { itemId: item.id, userId: person.id, roleId: body.role_id, givenBy: actor.id })
      await recordSeats(trx, item.workspaceId)
      // An older invitation to the same item would undo the change.
      await withdrawInvitationsTo(trx, { workspaceId: item.workspaceId, userId: person.id, itemId: item.id })
    }
    await publishSharing(trx, item, body.role_id === ROLE.owner ? [actor.id, person.id] : [person.id])
    return { success: true }
  })
