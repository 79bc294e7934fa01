import { sql } from 'kysely'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { App } from '../platform/app.ts'
import { emit } from '../platform/events/emit.ts'
import { lockRun, type Run, type RunningFile } from './run.ts'
import { fileChannels } from '../tree/rights/folder-listeners.ts'

/** Moves an uploaded file into processing. Returns the file, or undefined if this run has ended. Idempotent. */
export const beginProcessing = (app: App, run: Run): Promise<RunningFile | undefined> =>
  app.db.transaction().execute(async (trx) => {
    const file = await lockRun(trx, run)
    if (!file) return undefined
    await trx
      .insertInto('transcripts')
      .values({ file_id: file.id, status: 'processing' })
      .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ status: 'processing' }))
      .execute()
    if (file.status === 'processing') return file
    await trx
      .updateTable('files')
      .set({
        status: 'processing',
        failed_reason: null,
        note: null,
        transcript_started_at: sql`now()`,
        // Default until the first measurement, which follows within seconds.
        estimate_completed_at: sql<Date>`now() + make_interval(secs => ${LIMITS.retryEstimateSeconds})`,
      })
      .where('id', '=', file.id)
      .execute()
    await emit(trx, {
      type: 'file.updated',
      data: { project_file_id: file.id },
      channels: await fileChannels(trx, file),
    })
    return { ...file, status: 'processing' }
  })
