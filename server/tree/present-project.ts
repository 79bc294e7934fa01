import type { Project } from '@kaiwa/contract/workspace.ts'
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Actor } from '../accounts/actor.ts'
import { projectAbilities } from './policy.ts'
import { roleIds, visiblePath } from './present-item.ts'
import type { Crumb } from './store/folders.ts'
import type { ItemRow } from './store/items.ts'

export const presentProject = (row: ItemRow & { ancestors: Crumb[] }, actor: Actor, speakers: Speaker[]): Project => {
  const crumbs = new Map(row.ancestors.map((crumb) => [crumb.item_id, crumb]))
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
