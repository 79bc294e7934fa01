// Queries for items and folders through the access join. An item that the actor does not see is refused like one that
// does not exist.
import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import { personAt } from '../accounts/person.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { visibleItems } from './access.ts'

/** Selects the visible folders and files with the columns that their presentation as items needs. */
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

/** Returns the folder with this item id. Refuses with E_NOT_FOUND. */
export const findFolder = async (db: Db | Trx, actor: Actor, itemId: number): Promise<ItemRow> =>
  found(await folderRows(db, actor).where('item.id', '=', itemId).executeTakeFirst())

/** Returns the folder with this `resource_id`. Refuses with E_NOT_FOUND. */
export const findProject = async (db: Db | Trx, actor: Actor, projectId: number): Promise<ItemRow> =>
  found(await folderRows(db, actor).where('projects.id', '=', projectId).executeTakeFirst())

/** Returns the visible items of these ids. Missing ids are left out. */
export const findItems = (db: Db | Trx, actor: Actor, itemIds: readonly number[]) =>
  db.selectFrom(visibleItems(db, actor).as('item')).selectAll('item').where('item.id', 'in', itemIds).execute()
