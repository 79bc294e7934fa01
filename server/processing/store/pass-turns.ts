import { type RawBuilder, sql } from 'kysely'
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

/** Number of chunks of a workspace that are not recognised yet, at most `limit`. */
function unrecognisedOf(workspaceId: RawBuilder<unknown>, limit: number) {
  return sql`(
    select count(*) from (
      select from speech_chunks join files on files.id = speech_chunks.file_id
      where files.workspace_id = ${workspaceId} and files.status = 'processing' and speech_chunks.status = 'waiting'
      limit ${limit}
    ) chunks
  )`
}

/** The values that decide whether the media pass of a run may begin. */
export async function findPassState(db: Db, run: RunJob, limit: number): Promise<PassState> {
  const { rows } = await sql<PassState>`
    select clock_timestamp() as now,
      exists (
        select from files where id = ${run.file_id} and run = ${run.run}
          and status in ('uploaded', 'processing') and prepared_at is null
      ) as "needsPass",
      ${unrecognisedOf(sql`${run.workspace_id}`, limit)} as unrecognised`.execute(db)
  return rows[0]!
}

/** Whether one of these workspaces has fewer unrecognised chunks than `limit`. */
export async function isOneUnpaced(db: Db, workspaceIds: readonly number[], limit: number): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${[...workspaceIds]}::integer[]) workspace (id)
    where ${unrecognisedOf(sql`workspace.id`, limit)} < ${limit} limit 1`.execute(db)
  return rows.length > 0
}
