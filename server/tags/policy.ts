// Permissions for tags and their categories, which are shared by all files of a workspace.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Decision } from '../tree/policy.ts'

type Who = Pick<Actor, 'id' | 'workspaceRole'>

const managing: readonly (number | null)[] = [ROLE.owner, ROLE.manager, ROLE.member]
const when = (condition: boolean): Decision => (condition ? { allowed: true } : { allowed: false, reason: 'role' })

/** Members of the workspace may change categories and the order of tags, guests may not. */
export const keepCategories = (actor: Who): Decision => when(managing.includes(actor.workspaceRole))

/** An editor of a file may change and delete tags. A guest only their own, because other files may use the others. */
export const keepTag = (actor: Who, tag: { created_by: number | null }): Decision =>
  when(managing.includes(actor.workspaceRole) || tag.created_by === actor.id)
