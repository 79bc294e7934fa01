import type { inviteMember as contract } from '@kaiwa/contract/sharing.ts'
import { publish } from '../../platform/store/outbox.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { publishSharing } from '../sharing/publish-sharing.ts'
import { findPendingOf, withdrawInvitationsTo } from '../store/invitations.ts'
import { findInvitedItem, type InvitedItem } from '../store/invited-items.ts'
import { upsertItemRole } from '../store/item-roles.ts'
import { countSharedMail } from './invitation-mail-limits.ts'
import { emailsElsewhere } from './other-workspace.ts'
import { findItemMembers } from '../store/item-members.ts'
import * as policy from '../policy.ts'
import { presentInvitation, presentMember } from '../sharing/present-member.ts'
import { requiredSeat } from '../seats/seats-of-roles.ts'
import { sendInvitation } from './send-invitation.ts'
import { sendSharedMail } from './send-shared-mail.ts'
import { findItemMember, lockShared } from '../sharing/shared-item.ts'
import { recordSeats } from '../../billing/count-seats.ts'
import { takeSeats } from '../seats/take-seat.ts'

/** The path of the page that shows the item. */
function pathOf(item: InvitedItem): string {
  return item.is_project ? `/projects/${item.resource_id}` : `/projects/${item.parent_id}/files/${item.resource_id}`
}

/**
 * Shares an item with an address. A member of the workspace gets access immediately, any other address an invitation.
 */
export const inviteMember: Handler<typeof contract> = async ({ params, body }, context) => {
  const { app, actor: caller } = context
  const { to_email: email, temp_role_id: roleId } = body
  const origin = publicAddress(context)
  return app.db.transaction().execute(async (trx) => {
    const { actor, item } = await lockShared(trx, caller, params.itemId)
    assertAllowed(policy.giveRole(actor, item, roleId))
    const pending = await findPendingOf(trx, { workspaceId: item.workspaceId, itemId: item.id }, email)
    if (pending) assertAllowed(policy.changeInvitation(actor, item, pending, roleId))
    const [person] = await findItemMembers(trx, item.id, { email })
    const seats = await takeSeats(trx, item.workspaceId, requiredSeat(person, roleId))
    const here = { actor, item, seats }
    const kind = item.is_project ? 'folder' : 'file'
    if (!person) {
      const elsewhere = await emailsElsewhere(trx, item.workspaceId, [email])
      if (elsewhere.length > 0) throw new Refusal('WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE', { emails: elsewhere })
      const invitation = await sendInvitation(app, trx, {
        workspaceId: item.workspaceId,
        item: { id: item.id, name: item.name, name_key: item.name_key, kind },
        email,
        roleId,
        invitedBy: actor.id,
        origin,
      })
      await publishSharing(trx, item, [])
      return presentInvitation(invitation, here)
    }
    // A role that comes from the workspace or from having created the item cannot be changed here.
    if (policy.isFixed(person)) throw invalid({ to_email: ['unique'] })
    assertAllowed(policy.changeRole(actor, item, person, roleId))
    await upsertItemRole(trx, { itemId: item.id, userId: person.id, roleId, givenBy: actor.id })
    await recordSeats(trx, item.workspaceId)
    // An older invitation to the same item would give another role, or restore access after it has ended.
    await withdrawInvitationsTo(trx, { workspaceId: item.workspaceId, userId: person.id, itemId: item.id })
    const shared = await findInvitedItem(trx, { workspace_id: item.workspaceId, item_id: item.id })
    if (await countSharedMail(trx, { workspaceId: item.workspaceId, email }))
      await sendSharedMail(app, trx, {
        to: person.email,
        invitedBy: actor.id,
        item,
        kind,
        roleId,
        url: origin + (shared ? pathOf(shared) : '/projects'),
        isThere: true,
      })
    await publish(trx, {
      type: 'item.shared',
      data: { item_id: item.id, user_id: person.id, role_id: roleId, by: actor.id },
    })
    await publishSharing(trx, item, [person.id])
    return presentMember(await findItemMember(trx, item, person.id), here)
  })
}
