// The seats of the plan that item roles take.
import type { OfferedRoles, SharedRole } from '@kaiwa/contract/sharing.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { roomFor, type Seats, takenSeat } from '../../billing/seats.ts'
import { type Seat, seatOf } from '../../billing/store/seats.ts'
import type { MemberRoleSources } from '../store/item-members.ts'

function highest(...roles: (number | null)[]): number | null {
  const given = roles.filter((role) => role !== null)
  return given.length === 0 ? null : Math.min(...given)
}

/** Returns the seat that a person takes now. */
export function currentSeat({ workspace_role: own, direct, elsewhere }: MemberRoleSources): Seat | null {
  return seatOf(own, highest(direct, elsewhere))
}

/** Returns the additional seat that this role takes. A person outside the workspace joins as a guest. */
export function requiredSeat(person: MemberRoleSources | undefined, role: SharedRole): Seat | null {
  if (!person) return seatOf(ROLE.guest, role)
  return takenSeat(currentSeat(person), seatOf(person.workspace_role, highest(role, person.elsewhere)))
}

/** Returns the roles that can be chosen for a person: those that `may` allows and that have a seat. */
export function offeredRoles(
  seats: Seats,
  person: MemberRoleSources | undefined,
  may: (role: SharedRole) => boolean,
): OfferedRoles {
  const isOffered = (role: SharedRole) => may(role) && roomFor(seats, requiredSeat(person, role)) !== 'full'
  return { editor: isOffered(ROLE.editor), viewer: isOffered(ROLE.viewer) }
}
