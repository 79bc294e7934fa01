// An attempt at processing a file is a run. Its number is a fencing token: cancel, retry and redo raise it, every write
// of a job names its run, and a write of an older run finds no row to change.
import type { Db, Trx } from '../platform/database/database.ts'

export type Run = { file_id: number; run: number }

/**
 * Locks and returns the file if this run is current and in processing; otherwise undefined. The lock lasts to the end
 * of the transaction.
 */
export const lockRun = (trx: Trx, { file_id, run }: Run) =>
  trx
    .selectFrom('files')
    .selectAll()
    .where('id', '=', file_id)
    .where('run', '=', run)
    .where('status', 'in', ['uploaded', 'processing'])
    .forUpdate()
    .executeTakeFirst()

export type RunningFile = NonNullable<Awaited<ReturnType<typeof lockRun>>>

export const isCurrent = async (db: Db, { file_id, run }: Run): Promise<boolean> => {
  const row = await db
    .selectFrom('files')
    .select('id')
    .where('id', '=', file_id)
    .where('run', '=', run)
    .where('status', 'in', ['uploaded', 'processing'])
    .executeTakeFirst()
  return row !== undefined
}

const POLL_MILLISECONDS = 1000

/**
 * Runs `work` with a signal that also aborts, within about a second, when this run has ended: canceled, redone or
 * deleted.
 */
export const whileCurrent = <T>(
  db: Db,
  run: Run,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => whileSo(() => isCurrent(db, run), signal, work)

/** Polls `isSo` every second and aborts the signal of `work` when it returns false. */
export const whileSo = async <T>(
  isSo: () => Promise<boolean>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const over = new AbortController()
  const timer = setInterval(() => {
    isSo().then(
      (current) => current || over.abort(new Error('The run has ended: work aborted')),
      // Ignored: if the database is unavailable for a moment, the work continues, and its final write checks the run.
      () => undefined,
    )
  }, POLL_MILLISECONDS)
  try {
    return await work(AbortSignal.any([signal, over.signal]))
  } finally {
    clearInterval(timer)
  }
}
