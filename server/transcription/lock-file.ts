import type { Trx } from '../platform/database/database.ts'

/** Makes others that change this file's state wait, to the end of the transaction. Take it before reading the file. */
export const lockFile = async (trx: Trx, fileId: number): Promise<void> => {
  await trx.selectFrom('files').select('id').where('id', '=', fileId).forUpdate().execute()
}
