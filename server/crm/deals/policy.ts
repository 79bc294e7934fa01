// Access rules for deals. Who sees a file sees what Kaiwa stores about its deal.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../../accounts/actor.ts'
import { type Decision, editor, type Subject, when } from '../../tree/policy.ts'

/** Registering a deal, generating, writing, and reading the history: people who may edit the file. */
export function edit(item: Subject): Decision {
  return editor(item)
}

const managing: readonly (number | null)[] = [ROLE.owner, ROLE.manager]

/** Reading the portal without a file: owner and managers of the workspace. */
export function readPortal(actor: Pick<Actor, 'workspaceRole'>): Decision {
  return when(managing.includes(actor.workspaceRole), 'role')
}
