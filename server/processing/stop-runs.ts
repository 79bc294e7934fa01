import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'

/**
 * Ends these files as canceled. Raises the run number, so that jobs that are still running cannot write any more.
 * Charged minutes remain charged; recognised chunks are kept for a resume. The caller holds the files' row locks.
 */
export const stopRuns = async (trx: Trx, fileIds: readonly number[], userId: number): Promise<void> => {
  if (fileIds.length === 0) return
  await sql`
    update files set status = 'canceled', run = run + 1, failed_reason = null, estimate_completed_at = null,
      last_updated_by = ${userId}, last_updated_at = now()
    where id = any(${[...fileIds]}::integer[])
  `.execute(trx)
  await sql`update transcripts set status = 'canceled' where file_id = any(${[...fileIds]}::integer[])`.execute(trx)
}
