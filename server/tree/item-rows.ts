// Items as operations load them: found through the access join, or refused like something that does not exist.
import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import { personAt } from '../accounts/person.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { visibleItems } from './access.ts'

/** Visible folders and files with what their presentation as items needs. */
export const itemRows = (db: Db | Trx, actor: Actor) =>
  db
    .selectFrom(visibleItems(db, actor).as('item'))
    .leftJoin('projects', 'projects.item_id', 'item.id')
    .leftJoin('files', 'files.item_id', 'item.id')
    .selectAll('item')
    .select([
      sql<number>`coalesce(projects.id, files.id)`.as('resource_id'),
      sql<string>`coalesce(projects.name, files.title)`.as('name'),
      personAt('item.creator_id').as('creator'),
      sql<boolean>`exists (select from item_roles where item_roles.item_id = item.id and role_id is not null)`.as(
        'is_shared',
      ),
    ])

export const folderRows = (db: Db | Trx, actor: Actor) => itemRows(db, actor).where('item.is_project', '=', true)

/** A row of `itemRows`. */
export type ItemRow = Awaited<ReturnType<ReturnType<typeof itemRows>['execute']>>[number]

const found = <T>(row: T | undefined): T => {
  if (row === undefined) throw new Refusal('E_NOT_FOUND')
  return row
}

/** The folder at this place of the tree. Refuses with E_NOT_FOUND. */
export const findFolder = async (db: Db | Trx, actor: Actor, itemId: number): Promise<ItemRow> =>
  found(await folderRows(db, actor).where('item.id', '=', itemId).executeTakeFirst())

/** The folder by its `resource_id`. Refuses with E_NOT_FOUND. */
export const findProject = async (db: Db | Trx, actor: Actor, projectId: number): Promise<ItemRow> =>
  found(await folderRows(db, actor).where('projects.id', '=', projectId).executeTakeFirst())

/** Any visible items of these ids; those that are missing are simply not there. */
export const findItems = (db: Db | Trx, actor: Actor, itemIds: readonly number[]) =>
  db.selectFrom(visibleItems(db, actor).as('item')).selectAll('item').where('item.id', 'in', itemIds).execute()
