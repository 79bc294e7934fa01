// An attempt at processing a file is a run. Its number is the fence: cancel, retry and redo raise it, every write of a
// job names the run it belongs to, and a write of an older one finds no row to change.
import type { Db, Trx } from '../platform/database/database.ts'

export type Run = { file_id: number; run: number }

/** The file while this run is the current one and under way, locked to the end of the transaction; else undefined. */
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

/** Runs `work` with a signal that also aborts, within a second or so, once this run is over: cancelled, redone, deleted. */
export const whileCurrent = <T>(
  db: Db,
  run: Run,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => whileSo(() => isCurrent(db, run), signal, work)

/** Runs `work` with a signal that also aborts, within a second or so, once it is no longer so. */
export const whileSo = async <T>(
  isSo: () => Promise<boolean>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const over = new AbortController()
  const timer = setInterval(() => {
    isSo().then(
      (current) => current || over.abort(new Error('What this work was for is over')),
      // A database that is away for a moment is no reason to throw work away; the write at the end decides.
      () => undefined,
    )
  }, POLL_MILLISECONDS)
  try {
    return await work(AbortSignal.any([signal, over.signal]))
  } finally {
    clearInterval(timer)
  }
}
