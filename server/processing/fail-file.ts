import type { FailedReason, FileNote } from '@kaiwa/contract/files.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { jsonb } from '../platform/database/jsonb.ts'
import { emit } from '../platform/events/emit.ts'
import { returnCharge } from './charge.ts'
import type { RunningFile } from './run.ts'
import { fileChannels } from '../tree/rights/folder-listeners.ts'

declare module '../platform/events/event.ts' {
  interface EventData {
    'process.failed': { project_file_id: number; failed_reason: FailedReason }
  }
}

/**
 * Failures that keep the charge: the whole recording was analysed, but contains no speech. All other failures refund
 * it.
 */
const KEEPS_CHARGE: ReadonlySet<FailedReason> = new Set(['no-transcript'])

/** Ends the run as failed and publishes the change. The caller holds the file's row by `lockRun`. */
export const failFile = async (
  trx: Trx,
  file: RunningFile,
  reason: FailedReason,
  note: FileNote | null = null,
): Promise<void> => {
  if (!KEEPS_CHARGE.has(reason)) await returnCharge(trx, file)
  await trx
    .updateTable('files')
    .set({
      status: 'failed',
      failed_reason: reason,
      note: note && jsonb(note),
      estimate_completed_at: null,
      processed_at: null,
      last_updated_at: sql`now()`,
    })
    .where('id', '=', file.id)
    .execute()
  await trx.updateTable('transcripts').set({ status: 'failed' }).where('file_id', '=', file.id).execute()
  await emit(trx, {
    type: 'process.failed',
    data: { project_file_id: file.id, failed_reason: reason },
    channels: await fileChannels(trx, file),
  })
}
