import type { FolderRow } from '@kaiwa/contract/workspace.ts'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import { type PersonRow, personAt, presentPerson } from '../accounts/person.ts'
import type { Db } from '../platform/database/database.ts'
import type { VisibleItems } from '../tree/store/access.ts'
import { folderSize } from './folder-size.ts'
import { type FileOrder, orderBy, personKey } from './order.ts'
import { type EffectiveRole, itemAbilities } from '../tree/policy.ts'
import { roleIds } from '../tree/present-item.ts'

type Row = {
  id: number
  item_id: number
  is_project: boolean
  depth: number
  role: EffectiveRole | null
  name: string
  total_size: number
  last_updated_by: PersonRow | null
  last_updated_at: Date
}

const present = (row: Row, actor: Actor): FolderRow => ({
  id: row.id,
  is_project: true,
  item_id: row.item_id,
  title: row.name,
  name: row.name,
  total_size: row.total_size / BYTES_PER_MB,
  last_updated_by: presentPerson(row.last_updated_by),
  last_updated_at: row.last_updated_at.toISOString(),
  role_ids: roleIds(actor, row.role),
  can: itemAbilities(actor, row),
})

/** The rows of a table: folders and files among these items that meet their conditions. */
export type Listed = { items: VisibleItems; folders: RawBuilder<SqlBool>; files: RawBuilder<SqlBool> }
export type Slice = { order: FileOrder; limit: number; offset: number }

/**
 * Returns the folders among `items` where `condition` holds, as rows of a table. The condition refers to `item` and
 * `folder`.
 */
export const listFolders = async (
  db: Db,
  actor: Actor,
  { items, folders: condition }: Listed,
  slice: Slice,
): Promise<FolderRow[]> => {
  if (slice.limit <= 0) return []
  const size = folderSize(db, actor)
  const rows = await db
    .selectFrom(items.as('item'))
    .innerJoin('projects as folder', 'folder.item_id', 'item.id')
    .select(['folder.id', 'item.id as item_id', 'item.is_project', 'item.depth', 'item.role', 'folder.name'])
    .select(['folder.last_updated_at', size.as('total_size'), personAt('folder.last_updated_by').as('last_updated_by')])
    .where(condition)
    .orderBy(
      orderBy(
        slice.order,
        {
          name: sql`folder.name collate natural_order`,
          last_updated_by: personKey('folder.last_updated_by'),
          last_updated_at: sql`folder.last_updated_at`,
          total_size: size,
        },
        sql`folder.id`,
      ),
    )
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return rows.map((row) => present(row, actor))
}
