import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'

export type Analysed = {
  itemId: number
  uploadedBy: number | null
  /** Creators of the folders above the file, without the root. */
  folderMakers: number[]
}

/** The file of an event; undefined if it was deleted in the meantime. */
export const findAnalysed = async (trx: Trx, fileId: number): Promise<Analysed | undefined> => {
  const { rows } = await sql<Analysed>`
    select file.item_id as "itemId", file.created_by as "uploadedBy", array(
      select distinct folder.creator_id from items folder
      where folder.id = any(string_to_array(item.path, '_')::integer[]) and folder.is_project and folder.depth > 0
        and folder.creator_id is not null) as "folderMakers"
    from files file join items item on item.id = file.item_id
    where file.id = ${fileId}
  `.execute(trx)
  return rows[0]
}
