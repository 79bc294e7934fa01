import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { searchMembers as contract } from '@kaiwa/contract/sharing.ts'
import { fullName, matchesPerson } from '../../accounts/person.ts'
import type { Handler } from '../../platform/http/route.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { findItemMembers } from '../store/item-members.ts'
import { effectiveRole } from '../../tree/store/access.ts'
import * as policy from '../policy.ts'
import { findShared } from './shared-item.ts'

/** Finds people of the workspace to whom the role could be given, by name or address. */
export const searchMembers: Handler<typeof contract> = async ({ params, query }, { app: { db }, actor }) => {
  const item = await findShared(db, actor, params.itemId)
  assertAllowed(policy.giveRole(actor, item, query.role_id))
  const people = await findItemMembers(db, item.id)
  const found = people.filter((person) => {
    const role = effectiveRole(person)
    if (person.id === actor.id || policy.isFixed(person) || (role !== null && role <= query.role_id)) return false
    return matchesPerson(person, query.query, person.email)
  })
  return {
    data: found.slice(0, LIMITS.membersFound).map((person) => ({
      id: person.id,
      name: fullName(person),
      email: person.email,
      avatar: person.avatar,
    })),
  }
}
