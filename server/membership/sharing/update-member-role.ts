import type { updateMemberRole as contract } from '@kaiwa/contract/sharing.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Handler } from '../../platform/http/route.ts'
import { assertAllowed } from '../../tree/assert-allowed.ts'
import { publishSharing } from './publish-sharing.ts'
import { putItemRole } from './item-roles.ts'
import * as policy from '../policy.ts'
import { seatFor } from '../seats/seats-of-roles.ts'
import { findPersonHere, lockShared } from './shared-item.ts'
import { takeSeats } from '../seats/take-seat.ts'
import { transferOwnership } from './transfer-ownership.ts'
import { withdrawInvitationsTo } from '../invitations/withdraw-invitations.ts'

/** Gives a person with access another role on the item, or its ownership. */
export const updateMemberRole: Handler<typeof contract> = ({ params, body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, item } = await lockShared(trx, caller, params.itemId)
    const person = await findPersonHere(trx, item, body.user_id)
    if (body.role_id === ROLE.owner) {
      assertAllowed(policy.transfer(actor, item, person))
      await transferOwnership(trx, item, { from: actor, to: person })
    } else {
      assertAllowed(policy.changeRole(actor, item, person, body.role_id))
      await takeSeats(trx, item.workspaceId, seatFor(person, body.role_id))
      await putItemRole(trx, item.id, person.id, body.role_id)
      // An older invitation to the same item would undo the change.
      await withdrawInvitationsTo(trx, { workspaceId: item.workspaceId, userId: person.id, itemId: item.id })
    }
    await publishSharing(trx, item, body.role_id === ROLE.owner ? [actor.id, person.id] : [person.id])
    return { success: true }
  })
