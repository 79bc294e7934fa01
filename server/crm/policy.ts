// The owner of the workspace connects it to a CRM. Pure.
import type { Actor } from '../accounts/actor.ts'
import { accountAbilities } from '../accounts/policy.ts'
import { type Decision, when } from '../tree/policy.ts'

export function connect(actor: Pick<Actor, 'workspaceRole'>): Decision {
  return when(accountAbilities(actor).connect_crm, 'role')
}
