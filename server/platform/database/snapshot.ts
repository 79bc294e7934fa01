import type { App } from '../app.ts'
import { FairQueue, type Turn } from '../fair-queue.ts'
import type { Db, Trx } from './database.ts'

export interface Snapshot {
  readonly trx: Trx
  /** Gives the connection back. */
  close: () => Promise<void>
}

/** Long answers of one account that are read or wait to be read. */
const PER_ACCOUNT = 12

const queues = new WeakMap<Db, FairQueue>()

/**
 * Half of the connections: long answers must not keep short ones waiting for one. One of them is left by each workspace to
 * the others, because a slow reader keeps its snapshot for a while.
 */
const queueOf = ({ db, config }: Pick<App, 'db' | 'config'>): FairQueue => {
  const width = Math.max(1, Math.floor(config.databaseConnections / 2))
  const limits = { width, widthPerWorkspace: Math.max(1, width - 1), perAccount: PER_ACCOUNT }
  const queue = queues.get(db) ?? new FairQueue({ ...limits, perWorkspace: Infinity, waiting: Infinity })
  queues.set(db, queue)
  return queue
}

/**
 * Statements that all see the database as it is at the first of them, whatever is committed meanwhile. Workspaces and
 * accounts take turns; refuses with 429 what one account asks beyond its limit.
 */
export const openSnapshot = async (
  app: Pick<App, 'db' | 'config'>,
  turn: Turn,
  signal?: AbortSignal,
): Promise<Snapshot> => {
  const endTurn = await queueOf(app).take(turn, signal)
  try {
    const trx = await app.db
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute()
    const close = async (): Promise<void> => {
      try {
        await trx.commit().execute()
      } finally {
        endTurn()
      }
    }
    return { trx, close }
  } catch (error) {
    endTurn()
    throw error
  }
}
