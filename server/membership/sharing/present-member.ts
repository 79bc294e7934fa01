import { ROLE } from '@kaiwa/contract/roles.ts'
import type { ProjectMember, SharedRole } from '@kaiwa/contract/sharing.ts'
import type { Actor } from '../../accounts/actor.ts'
import { isGuest } from '../../accounts/policy.ts'
import { fullName } from '../../accounts/person.ts'
import type { Seats } from '../../billing/seats.ts'
import type { Invitation } from '../store/invitations.ts'
import { type ItemMember } from '../store/item-members.ts'
import { effectiveRole } from '../../tree/store/access.ts'
import * as policy from '../policy.ts'
import { offeredRoles } from '../seats/seats-of-roles.ts'
import type { SharedItem } from './shared-item.ts'

interface Here {
  actor: Actor
  item: SharedItem
  seats: Seats
}

export function presentMember(person: ItemMember, { actor, item, seats }: Here): ProjectMember {
  const mayEnd = policy.endAccess(actor, item, person).allowed
  const roles = offeredRoles(seats, person, (role) => policy.changeRole(actor, item, person, role).allowed)
  return {
    id: person.id,
    name: fullName(person),
    email: isGuest(actor) ? '' : person.email,
    avatar: person.avatar,
    role_ids: [person.workspace_role, effectiveRole(person)].filter((role) => role !== null),
    role_id: policy.shownRole(person),
    temp_role_id: null,
    to_email: null,
    direct_access: person.direct !== null,
    roles,
    can: {
      change_role: person.direct !== null && mayEnd,
      remove: person.direct !== null && mayEnd,
      detach: person.direct === null && person.inherited !== null && mayEnd,
      receive_ownership: policy.transfer(actor, item, person).allowed,
    },
  }
}

/** Presents a pending invitation as a row in the list of members. */
export function presentInvitation(invitation: Invitation, { actor, item, seats }: Here): ProjectMember {
  const roles = offeredRoles(
    seats,
    undefined,
    (role: SharedRole) => policy.changeInvitation(actor, item, invitation, role).allowed,
  )
  return {
    id: null,
    name: invitation.email,
    email: invitation.email,
    avatar: null,
    role_ids: [],
    role_id: null,
    temp_role_id: invitation.role_id,
    to_email: invitation.email,
    direct_access: true,
    roles,
    can: {
      change_role: policy.changeInvitation(actor, item, invitation, ROLE.viewer).allowed,
      remove: policy.withdrawInvitation(actor, item, invitation).allowed,
      detach: false,
      receive_ownership: false,
    },
  }
}
