import type { App } from '../app.ts'
import { FairQueue, type Turn } from '../fair-queue.ts'
import type { Db, Trx } from './database.ts'

export interface Snapshot {
  readonly trx: Trx
  /** Returns the connection to the pool. */
  close: () => Promise<void>
}

/** Maximum number of long answers per account that hold a snapshot or wait for one. */
const PER_ACCOUNT = 12

const queues = new WeakMap<Db, FairQueue>()

/**
 * Long answers use half of the connections, so that short queries find a free one. A workspace leaves at least one of
 * them to the others, because a slow reader holds its snapshot for long.
 */
function queueOf({ db, config }: Pick<App, 'db' | 'config'>): FairQueue {
  const width = Math.max(1, Math.floor(config.databaseConnections / 2))
  const limits = { width, widthPerWorkspace: Math.max(1, width - 1), perAccount: PER_ACCOUNT }
  const queue = queues.get(db) ?? new FairQueue({ ...limits, perWorkspace: Infinity, waiting: Infinity })
  queues.set(db, queue)
  return queue
}

/**
 * Opens a transaction in which all statements see the state at the first of them. Workspaces and accounts take turns;
 * refuses with 429 beyond the limit of an account.
 */
export async function openSnapshot(
  app: Pick<App, 'db' | 'config'>,
  turn: Turn,
  signal?: AbortSignal,
): Promise<Snapshot> {
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
