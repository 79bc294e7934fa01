// What a person may do in the account area: pure rules over their role in the workspace.
import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from './actor.ts'

type Who = Pick<Actor, 'workspaceRole'>

/** Whoever pays for the workspace. */
const isOwner = ({ workspaceRole }: Who): boolean => workspaceRole === ROLE.owner

const managing: readonly (number | null)[] = [ROLE.owner, ROLE.manager]

/** A guest sees only what they were invited to: no list of the others, no picture of whoever they never meet. */
export const isGuest = ({ workspaceRole }: Who): boolean => workspaceRole === ROLE.guest

export const accountAbilities = (actor: Who): AccountAbilities => ({
  view_members: managing.includes(actor.workspaceRole),
  keep_trash: managing.includes(actor.workspaceRole),
  connect_crm: isOwner(actor),
  pay: isOwner(actor),
  inquire: isOwner(actor),
})
