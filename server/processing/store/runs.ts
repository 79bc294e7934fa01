// An attempt at processing a file is a run. Its number is a fencing token: cancel, retry, redo and import raise it, every
// write of a job names its run, and a write of an older run finds no row to change.
import type { Db, Trx } from '../../platform/database/database.ts'

export interface Run {
  file_id: number
  run: number
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
    .where('status', 'in', ['uploaded', 'processing'])
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
    .where('status', 'in', ['uploaded', 'processing'])
    .executeTakeFirst()
  return row !== undefined
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

export function listRuns(db: Db): Promise<Run[]> {
  return db
    .selectFrom('files')
    .select(['id as file_id', 'run'])
    .where('status', 'in', ['uploaded', 'processing'])
    .execute()
}
