import type { Trx } from '../platform/database/database.ts'

/**
 * Locks the file's row to the end of the transaction, so that concurrent state changes wait; false if it is deleted.
 * Call it before reading the file.
 */
export const lockFile = async (trx: Trx, fileId: number): Promise<boolean> => {
  const row = await trx.selectFrom('files').select('id').where('id', '=', fileId).forUpdate().executeTakeFirst()
  return row !== undefined
}
