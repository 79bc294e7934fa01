// Access rules for tags and their categories, which are shared by all files of a workspace.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'
import { type Decision, folderEditor, type Subject, when } from '../tree/policy.ts'

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

interface Tag {
  created_by: number | null
  /** It marks a passage of a file of which the caller is editor; only known for guests. */
  is_in_editable_file: boolean
}

/**
 * Whether a tag may be changed or deleted, by an editor of the file or folder of the page. A guest changes tags of the
 * files that they edit, and their own: other tags belong to files that they only read or do not see.
 */
export function editTag(actor: Caller, tag: Tag): Decision {
  return when(
    EDITING_ROLES.includes(actor.workspaceRole) || tag.is_in_editable_file || tag.created_by === actor.id,
    'role',
  )
}
