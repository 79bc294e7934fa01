import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** The original of a file is in another container now: replaces the extension of its name, given without a dot. */
export function saveExtension(trx: Trx, fileId: number, extension: string) {
  return trx
    .updateTable('files')
    .set({ file_name: sql<string>`regexp_replace(file_name, '\\.[^.]*$', ${`.${extension}`})` })
    .where('id', '=', fileId)
    .execute()
}
