// The table `projects`: folders, with the columns that every item has in `items`.
import type { StoredName } from '@kaiwa/contract/product-names.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { visibleItems } from './access.ts'
import { folderRows, type ItemRow } from './items.ts'
import { nameContains } from './name-search.ts'
import { keyAfterRename, type NameReader, shownName } from './shown-name.ts'

export type Crumb = Project['breadcrumb'][number]

/** Selects folders with their visible ancestors and themselves as `ancestors`. */
function projectRows(db: Db, actor: Actor) {
  return folderRows(db, actor).select(
    sql<Crumb[]>`(
      select json_agg(json_build_object('id', project.id, 'item_id', ancestors.id, 'name', ${shownName(actor, 'project')}) order by ancestors.depth)
      from ${visibleItems(db, actor)} ancestors join projects project on project.item_id = ancestors.id
      where ancestors.id = any(string_to_array(item.path, '_')::integer[]))`.as('ancestors'),
  )
}

/** A folder with its visible ancestors and itself. */
export type ProjectRow = ItemRow & { ancestors: Crumb[] }

/** Returns the visible folder with this `resource_id`. */
export function findProjectRow(db: Db, actor: Actor, projectId: number): Promise<ProjectRow | undefined> {
  return projectRows(db, actor).where('projects.id', '=', projectId).executeTakeFirst()
}

interface ProjectPage {
  /** Words in the name; empty matches all. */
  words: string
  limit: number
  offset: number
}

/** Returns a page of the folders that the actor sees, ordered by depth and name, and the number of all of them. */
export async function findProjectRows(
  db: Db,
  actor: Actor,
  { words, limit, offset }: ProjectPage,
): Promise<{ rows: ProjectRow[]; total: number }> {
  const found = projectRows(db, actor).$if(words !== '', (select) =>
    select.where(nameContains(shownName(actor, 'projects'), words)),
  )
  const [rows, { total }] = await Promise.all([
    found
      .orderBy('item.depth')
      .orderBy(sql`${shownName(actor, 'projects')} collate natural_order`)
      .orderBy('projects.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    found
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** The root folder of a workspace: item id, path, and folder id. */
export function findRootFolder(
  trx: Trx,
  workspaceId: number,
): Promise<{ id: number; path: string; project_id: number }> {
  return trx
    .selectFrom('items')
    .innerJoin('projects', 'projects.item_id', 'items.id')
    .select(['items.id', 'items.path', 'projects.id as project_id'])
    .where('items.workspace_id', '=', workspaceId)
    .where('items.parent_id', 'is', null)
    .where('items.trash_id', 'is', null)
    .executeTakeFirstOrThrow()
}

interface Child {
  id: number
  parent_id: number | null
}

/** Returns the resource ids of the parent folders of these items; for the root, its own. */
export async function findParentProjectIds(trx: Trx, items: readonly Child[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('projects')
    .select('id')
    .where(
      'item_id',
      'in',
      items.map((item) => item.parent_id ?? item.id),
    )
    .execute()
  return rows.map(({ id }) => id)
}

interface NewFolder {
  itemId: number
  workspaceId: number
  name: StoredName
  userId: number
}

/** Inserts the folder of an item that was inserted before. Returns the folder's id (`resource_id`). */
export async function insertFolder(trx: Trx, { itemId, workspaceId, name, userId }: NewFolder): Promise<number> {
  const { id } = await trx
    .insertInto('projects')
    .values({ item_id: itemId, workspace_id: workspaceId, ...name, last_updated_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NewRoot {
  workspaceId: number
  ownerId: number
  name: StoredName
}

/** Inserts the root folder of a new workspace, item and folder in one statement. */
export async function insertRootFolder(
  trx: Trx,
  { workspaceId, ownerId, name }: NewRoot,
): Promise<{ item_id: number; project_id: number }> {
  const { rows } = await sql<{ item_id: number; project_id: number }>`
    with next as (select nextval(pg_get_serial_sequence('items', 'id'))::integer as id),
    root as (
      insert into items (id, workspace_id, path, depth, is_project, creator_id) overriding system value
      select next.id, ${workspaceId}::integer, next.id::text, 0, true, ${ownerId}::integer from next returning id
    )
    insert into projects (item_id, workspace_id, name, name_key, last_updated_by)
    select root.id, ${workspaceId}::integer, ${name.name}, ${name.name_key}, ${ownerId}::integer from root
    returning item_id, id as project_id
  `.execute(trx)
  return rows[0] as { item_id: number; project_id: number }
}

/** Renames the folder of an item, by the person who saw the old name: two statements. */
export async function updateFolderName(
  trx: Trx,
  by: NameReader & { id: number },
  { itemId, name }: { itemId: number; name: string },
): Promise<void> {
  await trx
    .updateTable('projects')
    .set({
      name,
      name_key: keyAfterRename(by, 'projects', { name }),
      last_updated_by: by.id,
      last_updated_at: sql`now()`,
    })
    .where('item_id', '=', itemId)
    .execute()
  await trx
    .updateTable('items')
    .set({ updated_at: sql`now()` })
    .where('id', '=', itemId)
    .execute()
}

/** Ids of the folders above these items (a statement that selects item ids). */
export async function findFolderIdsAbove(trx: Trx, items: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct projects.id from items
    join projects on projects.item_id = any(string_to_array(items.path, '_')::integer[])
    where items.id in (${items}) order by projects.id
  `.execute(trx)
  return rows.map(({ id }) => id)
}
