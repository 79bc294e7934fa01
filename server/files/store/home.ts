// The lists of the home: recent files, files in progress, and items shared by others.
import { HOME_ROWS } from '@kaiwa/contract/home.ts'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import { type PersonRow, personAt } from '../../accounts/person.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { visibleItems } from '../../tree/store/access.ts'
import { shownName } from '../../tree/store/shown-name.ts'
import { type FileRow, fileRows } from './files.ts'

export type HomeRow = FileRow & { folder_name: string }

/** Files that the actor sees, newest first, with the name of their folder. */
function newestFiles(db: Db, actor: Actor) {
  return (
    fileRows(db, actor)
      .innerJoin('projects as folder', 'folder.id', 'file.project_id')
      .select(shownName(actor, 'folder').as('folder_name'))
      // Lets the index give the order; every visible item has the workspace of its file.
      .where('file.workspace_id', '=', actor.workspaceId ?? -1)
      .orderBy('file.last_updated_at', 'desc')
      .orderBy('file.id', 'desc')
      .limit(HOME_ROWS)
  )
}

const isRunning = sql<SqlBool>`file.status in ('waiting', 'uploaded', 'processing')`

/** The last updated files whose upload and processing have ended. */
export function findRecentFiles(db: Db, actor: Actor): Promise<HomeRow[]> {
  return newestFiles(db, actor)
    .where(sql<SqlBool>`not ${isRunning}`)
    .$castTo<HomeRow>()
    .execute()
}

/** The newest files in progress; each row contains the number of all of them. */
export function findRunningFiles(db: Db, actor: Actor): Promise<(HomeRow & { total: number })[]> {
  return newestFiles(db, actor)
    .select(sql<number>`count(*) over ()`.as('total'))
    .where(isRunning)
    .$castTo<HomeRow & { total: number }>()
    .execute()
}

export interface SharedRow {
  item_id: number
  is_project: boolean
  resource_id: number
  project_id: number
  name: string
  shared_by: PersonRow | null
  shared_at: Date
}

/** The items below the root on which others gave the actor a role that is still valid, newest first. */
export function findSharedItems(db: Db, actor: Actor): Promise<SharedRow[]> {
  return db
    .selectFrom('item_roles as own')
    .innerJoin(visibleItems(db, actor).as('item'), 'item.id', 'own.item_id')
    .leftJoin('projects as folder', 'folder.item_id', 'item.id')
    .leftJoin('files as file', 'file.item_id', 'item.id')
    .select(['item.id as item_id', 'item.is_project', 'own.created_at as shared_at'])
    .select(personAt('own.given_by').as('shared_by'))
    .select(({ fn }) => [
      fn.coalesce('folder.id', 'file.id').$castTo<number>().as('resource_id'),
      fn.coalesce('folder.id', 'file.project_id').$castTo<number>().as('project_id'),
    ])
    .select(sql<string>`coalesce(${shownName(actor, 'folder')}, ${shownName(actor, 'file', 'title')})`.as('name'))
    .where('own.user_id', '=', actor.id)
    .where('own.role_id', 'is not', null)
    .where('item.depth', '>', 0)
    .where('item.role', 'is not', null)
    .where(sql<SqlBool>`own.given_by is distinct from ${actor.id} and item.creator_id is distinct from ${actor.id}`)
    .orderBy('own.created_at', 'desc')
    .orderBy('own.item_id', 'desc')
    .limit(HOME_ROWS)
    .execute()
}

export interface StepsRow {
  /** The sample recording, file and folder, once its bytes are stored. */
  sample: { id: number; project_id: number } | null
  has_uploaded: boolean
  has_invited: boolean
}

/** Engine of the sample recording, whose transcript is known. */
const SAMPLE_ENGINE = 'reference'

/** Finds the first steps that the actor has completed, by the rows that each step creates. */
export async function findFirstSteps(db: Db | Trx, actor: Actor): Promise<StepsRow> {
  const { rows } = await sql<StepsRow>`
    select
      (select json_build_object('id', file.id, 'project_id', file.project_id)
        from files file join ${visibleItems(db, actor)} item on item.id = file.item_id
        where file.workspace_id = ${actor.workspaceId ?? -1} and file.engine = ${sql.lit(SAMPLE_ENGINE)} and item.role is not null
          and file.status <> 'waiting' and file.failed_reason is distinct from 'file-not-found'
        order by file.id limit 1) as sample,
      exists (select from files file where file.created_by = ${actor.id} and file.engine is distinct from ${sql.lit(SAMPLE_ENGINE)})
        as has_uploaded,
      (exists (select from invitations where invited_by = ${actor.id})
        or exists (select from item_roles where given_by = ${actor.id} and user_id <> ${actor.id})) as has_invited
  `.execute(db)
  return rows[0] ?? { sample: null, has_uploaded: false, has_invited: false }
}
