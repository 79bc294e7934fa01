// Access rules for summaries. Who sees a file reads its summary.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'
import { type Decision, editor, type Subject, when } from '../tree/policy.ts'

/** Generating, cancelling and editing: people who may edit the transcript. */
export function edit(item: Subject): Decision {
  return editor(item)
}

/** Switching summaries of the workspace on and off: its owner. */
export function change(actor: Pick<Actor, 'workspaceRole'>): Decision {
  return when(actor.workspaceRole === ROLE.owner, 'role')
}
