// Abilities in the account area, from the role in the workspace. Pure.
import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from './actor.ts'

type RoleHolder = Pick<Actor, 'workspaceRole'> & Partial<Pick<Actor, 'isOperator'>>

function isOwner({ workspaceRole }: RoleHolder): boolean {
  return workspaceRole === ROLE.owner
}

const managingRoles: readonly (number | null)[] = [ROLE.owner, ROLE.manager]

/** A guest sees only shared items: no list of members, and only photos of people on these items. */
export function isGuest({ workspaceRole }: RoleHolder): boolean {
  return workspaceRole === ROLE.guest
}

export function accountAbilities(actor: RoleHolder): AccountAbilities {
  return {
    view_members: managingRoles.includes(actor.workspaceRole),
    keep_trash: managingRoles.includes(actor.workspaceRole),
    connect_crm: isOwner(actor),
    pay: isOwner(actor),
    inquire: isOwner(actor),
    view_installation: isOwner(actor) || actor.isOperator === true,
  }
}
