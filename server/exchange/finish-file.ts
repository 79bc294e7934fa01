import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { emit } from '../platform/events/emit.ts'
import type { FileRow } from '../files/file-rows.ts'
import { fileChannels } from '../tree/rights/folder-listeners.ts'

/**
 * The file is processed: by people instead of by a machine, so no minutes are charged, and those that were stay. A run
 * that should still be under way finds that it is over.
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
