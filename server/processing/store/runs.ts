// An attempt at processing a file is a run. Its number is a fencing token: cancel, retry, redo and import raise it, every
// write of a job names its run, and a write of an older run finds no row to change.
import { sql, type SqlBool } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

/** A file with a run in progress whose bytes are all there. */
const RUNNING = ['uploaded', 'processing'] as const

/** A file with a run in progress: also one that is being recorded, which is read while its bytes arrive. */
const isRunning = sql<SqlBool>`(files.status in ('uploaded', 'processing') or (files.status = 'waiting' and files.is_recording))`

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
 * Locks and returns the file if this run is current and in progress; otherwise undefined. The lock lasts to the end
 * of the transaction.
 */
export function lockRun(trx: Trx, { file_id, run }: Run) {
  return trx
    .selectFrom('files')
    .selectAll()
    .where('id', '=', file_id)
    .where('run', '=', run)
    .where(isRunning)
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
    .where(isRunning)
    .executeTakeFirst()
  return row !== undefined
}

/** The current run of a recording, and whether it is in progress; undefined if the file was deleted. */
export async function findRunOfRecording(
  db: Db,
  videoId: string,
): Promise<{ run: number; isRunning: boolean } | undefined> {
  return db
    .selectFrom('files')
    .select(['run', isRunning.as('isRunning')])
    .where('video_id', '=', videoId)
    .$castTo<{ run: number; isRunning: boolean }>()
    .executeTakeFirst()
}

/** The file of this run, not locked; undefined if the run has ended. */
export function findRun(db: Db, { file_id, run }: Run) {
  return db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', file_id)
    .where('run', '=', run)
    .where(isRunning)
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

/** The runs whose recordings are complete. */
export function listRuns(db: Db): Promise<RunJob[]> {
  return db
    .selectFrom('files')
    .select(['id as file_id', 'run', 'workspace_id', 'created_by as user_id'])
    .where('status', 'in', RUNNING)
    .execute()
}
