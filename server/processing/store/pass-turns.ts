import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { RunJob } from './runs.ts'

interface PassState {
  /** By the clock of the database. */
  now: Date
  /** False if the run has ended or its recording is already prepared. */
  needsPass: boolean
  /** Number of chunks of the workspace that are not recognised yet, at most `limit`. */
  unrecognised: number
}

/** What decides whether the media pass of a run may begin. */
export async function findPassState(db: Db, run: RunJob, limit: number): Promise<PassState> {
  const { rows } = await sql<PassState>`
    select clock_timestamp() as now,
      exists (
        select from files where id = ${run.file_id} and run = ${run.run}
          and status in ('uploaded', 'processing') and prepared_at is null
      ) as "needsPass",
      (
        select count(*) from (
          select from speech_chunks join files on files.id = speech_chunks.file_id
          where files.workspace_id = ${run.workspace_id} and files.status = 'processing'
            and speech_chunks.status = 'waiting'
          limit ${limit}
        ) chunks
      ) as unrecognised`.execute(db)
  return rows[0]!
}
