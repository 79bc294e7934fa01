// The rows of a folder's table: its folders and files, counted, ordered and limited.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import { type PersonRow, personAt } from '../../accounts/person.ts'
import type { Db } from '../../platform/database/database.ts'
import type { EffectiveRole } from '../../tree/policy.ts'
import { type VisibleItems, visibleItems } from '../../tree/store/access.ts'
import type { ItemRow } from '../../tree/store/items.ts'
import { shownName } from '../../tree/store/shown-name.ts'
import { type SpeakersOfRow, speakersOfRow } from './file-speakers.ts'
import { type FileRow, fileRows } from './files.ts'
import { folderSize } from './folder-size.ts'
import { type FileOrder, fileOrderBy, orderBy, personKey } from './order.ts'

export interface StoredFolderRow {
  id: number
  item_id: number
  is_project: boolean
  depth: number
  role: EffectiveRole | null
  name: string
  total_size: number
  original_size: number
  last_updated_by: PersonRow | null
  last_updated_at: Date
}

/** The rows of a table: folders and files among these items that meet their conditions. */
export interface TableContent {
  items: VisibleItems
  folders: RawBuilder<SqlBool>
  files: RawBuilder<SqlBool>
}
export interface RowSlice {
  order: FileOrder
  limit: number
  offset: number
}

/** The folders and files directly in a folder, whose row must have been read for the same actor. */
export function contentOfFolder(db: Db, actor: Actor, folder: ItemRow): TableContent {
  return {
    items: visibleItems(db, actor, folder),
    folders: sql<SqlBool>`item.parent_id = ${folder.id}`,
    files: sql<SqlBool>`file.project_id = ${folder.resource_id}`,
  }
}

/** The number of folders and files of the table of a folder: each item is one row of it. */
export async function countChildren(db: Db, { items }: Pick<TableContent, 'items'>) {
  const { rows } = await sql<{ folders: number; files: number }>`
    select count(*) filter (where item.is_project) as folders, count(*) filter (where not item.is_project) as files
    from ${items} item
  `.execute(db)
  return rows[0] ?? { folders: 0, files: 0 }
}

/**
 * Returns the folders among `items` where `condition` holds, as rows of a table. The condition refers to `item` and
 * `folder`.
 */
export async function findFolderRows(
  db: Db,
  actor: Actor,
  { items, folders: condition }: TableContent,
  slice: RowSlice,
): Promise<StoredFolderRow[]> {
  if (slice.limit <= 0) return []
  const total = folderSize(db, actor, 'total')
  const original = folderSize(db, actor, 'original')
  return db
    .selectFrom(items.as('item'))
    .innerJoin('projects as folder', 'folder.item_id', 'item.id')
    .select(['folder.id', 'item.id as item_id', 'item.is_project', 'item.depth', 'item.role'])
    .select(shownName(actor, 'folder').as('name'))
    .select(['folder.last_updated_at', personAt('folder.last_updated_by').as('last_updated_by')])
    .select([total.as('total_size'), original.as('original_size')])
    .where(condition)
    .orderBy(
      orderBy(
        slice.order,
        {
          name: sql`${shownName(actor, 'folder')} collate natural_order`,
          last_updated_by: personKey('folder.last_updated_by'),
          last_updated_at: sql`folder.last_updated_at`,
          total_size: total,
          original_size: original,
        },
        sql`folder.id`,
      ),
    )
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
}

/**
 * Returns the files among `items` where `condition` holds, as rows of a table. The condition refers to `item` and
 * `file`.
 */
export async function findFileRows(
  db: Db,
  actor: Actor,
  { items, files: condition }: TableContent,
  slice: RowSlice,
): Promise<(FileRow & SpeakersOfRow)[]> {
  if (slice.limit <= 0) return []
  return fileRows(db, actor, items)
    .select(speakersOfRow(actor).as('speakers'))
    .where(condition)
    .orderBy(fileOrderBy(actor, slice.order))
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
}
