import { email as address } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { addWorkspaceMembers as contract } from '@kaiwa/contract/members.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { findInvitedItem } from '../store/invited-items.ts'
import { emailsElsewhere } from '../invitations/other-workspace.ts'
import { mailboxOf, sendToEach } from '../invitations/invitation-mail-limits.ts'
import { sendInvitation } from '../invitations/send-invitation.ts'
import { takeSeats } from '../seats/take-seat.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { lockTreeFor } from '../../tree/lock-tree-for.ts'
import { hasMemberWithAddress } from '../store/members.ts'
import { publishMembers } from './publish-members.ts'
import * as policy from './policy.ts'

/** Returns each address once, as it was typed. Commas of Japanese keyboards and line breaks separate addresses too. */
function readAddresses(emails: string): string[] {
  const written = emails.split(/[,，、;；\s]+/u).filter((part) => part !== '')
  const unique = [...new Map(written.map((one) => [one.toLowerCase(), one])).values()]
  if (unique.length === 0) throw invalid({ emails: ['required'] })
  if (unique.length > LIMITS.addressesPerInvitation) throw invalid({ emails: ['max'] })
  if (unique.some((one) => !address.safeParse(one).success)) throw invalid({ emails: ['format'] })
  return unique
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Invites people to the workspace itself as managers or members, all of them or none. */
export const addWorkspaceMembers: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor: caller } = context
  assertAllowed(policy.viewMembers(caller))
  const emails = readAddresses(body.emails)
  const origin = publicAddress(context)
  await app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    assertAllowed(policy.viewMembers(actor))
    const { workspaceId } = actor
    if (workspaceId === null) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
    await takeSeats(trx, workspaceId, 'editor', emails.length)
    if (await hasMemberWithAddress(trx, workspaceId, emails)) throw invalid({ emails: ['unique'] })
    const elsewhere = await emailsElsewhere(trx, workspaceId, emails)
    if (elsewhere.length > 0) throw new Refusal('WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE', { emails: elsewhere })
    const root = await findInvitedItem(trx, { workspace_id: workspaceId, item_id: null })
    // Mailbox counters are shared between workspaces. All calls lock them in the same order.
    const sorted = emails.toSorted((a, b) => compare(mailboxOf(a), mailboxOf(b)))
    await sendToEach(sorted, (email) =>
      sendInvitation(app, trx, {
        workspaceId,
        item: { id: null, name: root?.name ?? '', name_key: root?.name_key ?? null, kind: 'workspace' },
        email,
        roleId: body.role,
        invitedBy: actor.id,
        origin,
      }),
    )
    await publishMembers(trx, workspaceId, [])
  })
  return { invited: emails }
}
