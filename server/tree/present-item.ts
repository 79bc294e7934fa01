// Items as the API returns them. A guest learns nothing about the ancestors of their topmost folders, not even ids.
import type { Item, ProjectAbilities } from '@kaiwa/contract/items.ts'
import type { Actor } from '../accounts/actor.ts'
import { presentPerson } from '../accounts/person.ts'
import type { ItemRow } from './store/items.ts'
import { type EffectiveRole, itemAbilities, record, type Subject } from './policy.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { folderRules } from './extension-points.ts'
import type { ProjectRow } from './store/folders.ts'

/** The role in the workspace first, then the effective role on the item. */
export function roleIds(actor: Actor, role: EffectiveRole | null): number[] {
  return [actor.workspaceRole, role].filter((id) => id !== null)
}

/** Returns the ids from the topmost ancestor down to this item that `isVisible` accepts without a gap. */
function visiblePath(path: string, isVisible: (id: number) => boolean): number[] {
  const ids = path.split('_').map(Number)
  const gap = ids.findLastIndex((id) => !isVisible(id))
  return ids.slice(gap + 1)
}

/** An item without its children. `ids` is the result of `visiblePath`. */
export function presentItem(row: ItemRow, actor: Actor, ids: number[] = row.path.split('_').map(Number)): Item {
  return {
    id: row.id,
    creator_id: row.creator_id,
    parent_id: ids.at(-2) ?? null,
    path: ids.join('_'),
    resource_id: row.resource_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    is_project: row.is_project,
    is_root_item: row.depth === 0,
    role_ids: roleIds(actor, row.role),
    key: String(row.id),
    name: row.name,
    creator: presentPerson(row.creator),
    can: itemAbilities(actor, row),
    children: [],
  }
}

/** Nests rows into a tree and returns the top nodes. Siblings keep the order of the rows. */
export function nest(rows: readonly ItemRow[], actor: Actor): Item[] {
  const visible = new Set(rows.map(({ id }) => id))
  const nodes = new Map<number, Item>()
  for (const row of rows)
    nodes.set(
      row.id,
      presentItem(
        row,
        actor,
        visiblePath(row.path, (id) => visible.has(id)),
      ),
    )
  const tops: Item[] = []
  for (const node of nodes.values()) (nodes.get(node.parent_id ?? -1)?.children ?? tops).push(node)
  return tops
}

/** Abilities on a folder's page: those of the folder as an item, and those of higher domains. */
export function projectAbilities(actor: Pick<Actor, 'workspaceRole'>, folder: Subject): ProjectAbilities {
  const rules = folderRules.get()
  return {
    ...itemAbilities(actor, folder),
    record: record(actor, folder).allowed,
    edit_speakers: rules.edit_speakers(folder).allowed,
    edit_tags: rules.edit_tags(folder).allowed,
    export_report: rules.export_report(folder).allowed,
  }
}

export function presentProject(row: ProjectRow, actor: Actor, speakers: Speaker[]): Project {
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
