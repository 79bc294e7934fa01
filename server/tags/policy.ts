// Who may do what with tags and their categories, which all files of a workspace share.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Decision } from '../workspace/policy.ts'

type Who = Pick<Actor, 'id' | 'workspaceRole'>

const managing: readonly (number | null)[] = [ROLE.owner, ROLE.manager, ROLE.member]
const when = (condition: boolean): Decision => (condition ? { allowed: true } : { allowed: false, reason: 'role' })

/** Categories and the order of tags are kept by people of the workspace, not by guests. */
export const keepCategories = (actor: Who): Decision => when(managing.includes(actor.workspaceRole))

/** An editor of a file may change and delete tags; a guest those that they made, since others' files may use the rest. */
export const keepTag = (actor: Who, tag: { created_by: number | null }): Decision =>
  when(managing.includes(actor.workspaceRole) || tag.created_by === actor.id)
