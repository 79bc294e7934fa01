import type { Trx } from '../platform/database/database.ts'
import { resetChunks } from './store.ts'

/**
 * Sets chunks back to waiting: only failed ones, or all of them if the recording is to be recognised in another
 * language.
 */
export const resetForRetry = async (trx: Trx, fileId: number, which: 'failed' | 'all'): Promise<void> => {
  await resetChunks(trx, fileId, which)
  await trx.updateTable('transcripts').set({ status: 'processing' }).where('file_id', '=', fileId).execute()
}
