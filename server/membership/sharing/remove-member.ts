import type { removeMember as contract } from '@kaiwa/contract/sharing.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { publishSharing } from './publish-sharing.ts'
import { endAccess } from './detach-editor.ts'
import { deleteInvitation, findPendingOf } from '../store/invitations.ts'
import { findItemMembers } from '../store/item-members.ts'
import * as policy from '../policy.ts'
import { lockShared } from './shared-item.ts'

/** Withdraws the invitation of an address, or ends the access of the user with this address. */
export const removeMember: Handler<typeof contract> = ({ params, body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, item } = await lockShared(trx, caller, params.itemId)
    const scope = { workspaceId: item.workspaceId, itemId: item.id }
    const invitation = await findPendingOf(trx, scope, body.to_email)
    if (invitation) {
      assertAllowed(policy.withdrawInvitation(actor, item, invitation))
      await deleteInvitation(trx, invitation.id)
      await publishSharing(trx, item, [])
      return { success: true }
    }
    assertAllowed(policy.invite(actor, item))
    const [person] = await findItemMembers(trx, item.id, { email: body.to_email })
    if (!person) throw new Refusal('E_NOT_FOUND')
    await endAccess(trx, actor, item, person)
    return { success: true }
  })
