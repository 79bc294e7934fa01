import type { Trx } from '../platform/database/database.ts'
import { resetChunks } from './store.ts'

/** Makes chunks wait again: those that failed, or all of them where the recording is to be heard in another language. */
export const resetForRetry = async (trx: Trx, fileId: number, which: 'failed' | 'all'): Promise<void> => {
  await resetChunks(trx, fileId, which)
  await trx.updateTable('transcripts').set({ status: 'processing' }).where('file_id', '=', fileId).execute()
}
