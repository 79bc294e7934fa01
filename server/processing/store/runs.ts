// An attempt at processing a file is a run. Its number is a fencing token: cancel, retry, redo and import raise it, every
// write of a job names its run, and a write of an older run finds no row to change.
import type { Db, Trx } from '../../platform/database/database.ts'

/** States of a file with a run in progress. */
const RUNNING = ['uploaded', 'processing'] as const

export interface Run {
  file_id: number
  run: number
}

/** The data of a job of a run. Jobs run round-robin over workspaces, then people, then files. */
export interface RunJob extends Run {
  workspace_id: number
  /** The person who uploaded the file; null after their account was deleted. */
  user_id: number | null
}

/** The order in which jobs of runs are taken. */
export const RUN_FAIRNESS = { shares: ['workspace_id', 'user_id', 'file_id'] } as const

/** The data of a job for the current run of a file. */
export function toRunJob(file: { id: number; run: number; workspace_id: number; created_by: number | null }): RunJob {
  return { file_id: file.id, run: file.run, workspace_id: file.workspace_id, user_id: file.created_by }
}

/**
 * Locks and returns the file if this run is current and in processing; otherwise undefined. The lock lasts to the end
 * of the transaction.
 */
export function lockRun(trx: Trx, { file_id, run }: Run) {
  return trx
    .selectFrom('files')
    .selectAll()
    .where('id', '=', file_id)
    .where('run', '=', run)
    .where('status', 'in', RUNNING)
    .forUpdate()
    .executeTakeFirst()
}

export type RunningFile = NonNullable<Awaited<ReturnType<typeof lockRun>>>

export async function isCurrent(db: Db, { file_id, run }: Run): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .select('id')
    .where('id', '=', file_id)
    .where('run', '=', run)
    .where('status', 'in', RUNNING)
    .executeTakeFirst()
  return row !== undefined
}

/** The current run of a recording, and whether it is in processing; undefined if the file was deleted. */
export async function findRunOfRecording(
  db: Db,
  videoId: string,
): Promise<{ run: number; isRunning: boolean } | undefined> {
  const row = await db.selectFrom('files').select(['run', 'status']).where('video_id', '=', videoId).executeTakeFirst()
  return row && { run: row.run, isRunning: RUNNING.some((status) => status === row.status) }
}

/** The file of this run, not locked; undefined if the run has ended or is not in processing. */
export function findRun(db: Db, { file_id, run }: Run) {
  return db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', file_id)
    .where('run', '=', run)
    .where('status', '=', 'processing')
    .executeTakeFirst()
}

/** The run of a file that is being recorded; undefined if it is not. */
export async function findRecordingRun(trx: Trx, fileId: number): Promise<RunJob | undefined> {
  return trx
    .selectFrom('files')
    .select(['id as file_id', 'run', 'workspace_id', 'created_by as user_id'])
    .where('id', '=', fileId)
    .where('status', '=', 'waiting')
    .where('is_recording', '=', true)
    .executeTakeFirst()
}

export function listRuns(db: Db): Promise<RunJob[]> {
  return db
    .selectFrom('files')
    .select(['id as file_id', 'run', 'workspace_id', 'created_by as user_id'])
    .where('status', 'in', RUNNING)
    .execute()
}
