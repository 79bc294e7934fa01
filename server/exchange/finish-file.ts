import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { emit } from '../platform/events/emit.ts'
import type { FileRow } from '../files/file-rows.ts'
import { fileChannels } from '../tree/rights/folder-listeners.ts'

/**
 * Sets the file to processed after an import. Charges no minutes and refunds none. A run in progress finds that it has
 * been superseded.
 */
export const finishFile = async (trx: Trx, row: FileRow, language: 'ja' | 'en', importedBy: number): Promise<void> => {
  await trx.updateTable('transcripts').set({ status: 'completed', language }).where('file_id', '=', row.id).execute()
  if (row.status === 'processed') return
  await trx
    .updateTable('files')
    .set((eb) => ({
      status: 'processed',
      run: eb('run', '+', 1),
      failed_reason: null,
      note: null,
      estimate_completed_at: null,
      processed_at: sql<Date>`now()`,
    }))
    .where('id', '=', row.id)
    .execute()
  await emit(trx, {
    type: 'file.processed',
    data: { project_file_id: row.id, imported_by: importedBy },
    channels: await fileChannels(trx, row),
  })
}
