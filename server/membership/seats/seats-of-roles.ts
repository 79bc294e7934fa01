// What a role on an item costs the plan.
import type { OfferedRoles, SharedRole } from '@kaiwa/contract/sharing.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { roomFor, type Seat, type Seats, seatOf, takenSeat } from '../../billing/seats.ts'
import type { Standing } from '../sharing/people.ts'

const highest = (...roles: (number | null)[]): number | null => {
  const given = roles.filter((role) => role !== null)
  return given.length === 0 ? null : Math.min(...given)
}

/** The seat that somebody takes as things are. */
export const seatNow = ({ workspace_role: own, direct, elsewhere }: Standing): Seat | null =>
  seatOf(own, highest(direct, elsewhere))

/** The seat that this role newly takes; somebody who is not of the workspace yet comes as a guest. */
export const seatFor = (person: Standing | undefined, role: SharedRole): Seat | null => {
  if (!person) return seatOf(ROLE.guest, role)
  return takenSeat(seatNow(person), seatOf(person.workspace_role, highest(role, person.elsewhere)))
}

/** Which roles may be chosen for them, as far as `may` allows. */
export const offeredRoles = (
  seats: Seats,
  person: Standing | undefined,
  may: (role: SharedRole) => boolean,
): OfferedRoles => {
  const isOffered = (role: SharedRole) => may(role) && roomFor(seats, seatFor(person, role)) !== 'full'
  return { editor: isOffered(ROLE.editor), viewer: isOffered(ROLE.viewer) }
}
