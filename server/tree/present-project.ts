import type { ProjectAbilities } from '@kaiwa/contract/items.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Actor } from '../accounts/actor.ts'
import { folderRules } from './extension-points.ts'
import { itemAbilities, type Subject } from './policy.ts'
import { roleIds, visiblePath } from './present-item.ts'
import type { ProjectRow } from './store/folders.ts'

/** Abilities on a folder's page: those of the folder as an item, and those of higher domains. */
export const projectAbilities = (actor: Pick<Actor, 'workspaceRole'>, folder: Subject): ProjectAbilities => {
  const rules = folderRules.get()
  return {
    ...itemAbilities(actor, folder),
    edit_speakers: rules.edit_speakers(folder).allowed,
    edit_tags: rules.edit_tags(folder).allowed,
  }
}

export const presentProject = (row: ProjectRow, actor: Actor, speakers: Speaker[]): Project => {
  const crumbs = new Map(row.way.map((crumb) => [crumb.item_id, crumb]))
  const ids = visiblePath(row.path, (id) => crumbs.has(id))
  return {
    id: row.resource_id,
    item_id: row.id,
    name: row.name,
    project_speakers: speakers,
    role_ids: roleIds(actor, row.role),
    is_root_item: row.depth === 0,
    depth: row.depth,
    breadcrumb: ids.flatMap((id) => crumbs.get(id) ?? []),
    can: projectAbilities(actor, row),
  }
}
