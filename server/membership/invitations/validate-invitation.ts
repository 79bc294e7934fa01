import type { validateInvitation as contract } from '@kaiwa/contract/sharing.ts'
import { countSeats } from '../../billing/count-seats.ts'
import { roomFor } from '../../billing/seats.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { emailsElsewhere } from './other-workspace.ts'
import { findItemMembers } from '../store/item-members.ts'
import * as policy from '../policy.ts'
import { requiredSeat } from '../seats/seats-of-roles.ts'
import { findShared } from '../sharing/shared-item.ts'

/**
 * Checks an invitation before it is sent. Refuses if the role would exceed the plan and extra seats cannot be charged.
 */
export const validateInvitation: Handler<typeof contract> = async ({ params, body }, { app: { db }, actor }) => {
  const item = await findShared(db, actor, params.itemId)
  assertAllowed(policy.giveRole(actor, item, body.role_id))
  const [seats, [person], elsewhere] = await Promise.all([
    countSeats(db, item.workspaceId),
    findItemMembers(db, item.id, { email: body.email }),
    body.is_invite ? emailsElsewhere(db, item.workspaceId, [body.email]) : [],
  ])
  const room = roomFor(seats, requiredSeat(person, body.role_id))
  if (room === 'full') throw new Refusal('WORKSPACE_EXCEED_MAX_USAGE_QUOTA')
  return { is_over_quota: room === 'over', user_emails_other_workspace: elsewhere }
}
