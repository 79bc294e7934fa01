// Permissions for tags and their categories, which are shared by all files of a workspace.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Decision } from '../tree/policy.ts'

type Caller = Pick<Actor, 'id' | 'workspaceRole'>

const EDITING_ROLES: readonly (number | null)[] = [ROLE.owner, ROLE.manager, ROLE.member]
const decide = (condition: boolean): Decision => (condition ? { allowed: true } : { allowed: false, reason: 'role' })

/** Members of the workspace may change categories and the order of tags, guests may not. */
export const editCategories = (actor: Caller): Decision => decide(EDITING_ROLES.includes(actor.workspaceRole))

/** An editor of a file may change and delete tags. A guest only their own, because other files may use the others. */
export const editTag = (actor: Caller, tag: { created_by: number | null }): Decision =>
  decide(EDITING_ROLES.includes(actor.workspaceRole) || tag.created_by === actor.id)
