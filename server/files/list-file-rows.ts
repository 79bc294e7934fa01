import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Listed, Slice } from './folder-rows.ts'
import { type FileOrder, orderBy, personKey } from './order.ts'
import type { Reader } from './reader.ts'
import { fileRows } from './file-rows.ts'
import { presentFile } from './present-file.ts'

/** ORDER BY for rows of `file`. */
export const orderOfFiles = (order: FileOrder) =>
  orderBy(
    order,
    {
      name: sql`file.title collate natural_order`,
      last_updated_by: personKey('file.last_updated_by'),
      last_updated_at: sql`file.last_updated_at`,
      total_size: sql`(file.original_size + file.derived_size)`,
    },
    sql`file.id`,
  )

/**
 * Returns the files among `items` where `condition` holds, as rows of a table. The condition refers to `item` and
 * `file`.
 */
export const listFileRows = async (
  db: Db,
  reader: Reader,
  { items, files: condition }: Listed,
  slice: Slice,
): Promise<ProjectFile[]> => {
  if (slice.limit <= 0) return []
  const rows = await fileRows(db, reader.actor, items)
    .where(condition)
    .orderBy(orderOfFiles(slice.order))
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return rows.map((row) => presentFile(row, reader))
}
