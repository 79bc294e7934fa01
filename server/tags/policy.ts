// Access rules for tags and their categories, which are shared by all files of a workspace.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'
import { type Decision, when } from '../tree/decision.ts'
import { folderEditor, type Subject } from '../tree/policy.ts'

type Caller = Pick<Actor, 'id' | 'workspaceRole'>

const EDITING_ROLES: readonly (number | null)[] = [ROLE.owner, ROLE.manager, ROLE.member]

/** An editor of a folder creates and changes tags from its page or from the pages of its files. */
export function editTags(folder: Subject): Decision {
  return folderEditor(folder)
}

/** Members of the workspace may change categories and the order of tags, guests may not. */
export function editCategories(actor: Caller): Decision {
  return when(EDITING_ROLES.includes(actor.workspaceRole), 'role')
}

/** An editor of a file may change and delete tags. A guest only their own, because other files may use the others. */
export function editTag(actor: Caller, tag: { created_by: number | null }): Decision {
  return when(EDITING_ROLES.includes(actor.workspaceRole) || tag.created_by === actor.id, 'role')
}
