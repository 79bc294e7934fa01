import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db } from '../platform/database/database.ts'
import { visibleItems } from './access.ts'
import { folderRows, type ItemRow } from './item-rows.ts'
import { projectAbilities } from './policy.ts'
import { roleIds, visiblePath } from './present-item.ts'

type Crumb = Project['breadcrumb'][number]

/** Selects folders with their visible ancestors and themselves as `way`. */
export const projectRows = (db: Db, actor: Actor) =>
  folderRows(db, actor).select(
    sql<Crumb[]>`(
      select json_agg(json_build_object('id', project.id, 'item_id', way.id, 'name', project.name) order by way.depth)
      from ${visibleItems(db, actor)} way join projects project on project.item_id = way.id
      where way.id = any(string_to_array(item.path, '_')::integer[]))`.as('way'),
  )

export const presentProject = (row: ItemRow & { way: Crumb[] }, actor: Actor, speakers: Speaker[]): Project => {
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

export const PROJECTS_PER_PAGE = LIMITS.filesPerPage
