import type { App } from '../app.ts'
import { Slots } from '../slots.ts'
import type { Db, Trx } from './database.ts'

export interface Snapshot {
  readonly trx: Trx
  /** Gives the connection back. */
  close: () => Promise<void>
}

const slots = new WeakMap<Db, Slots>()

/** Half of the connections: long answers must not keep short ones waiting for one. */
const slotsOf = ({ db, config }: Pick<App, 'db' | 'config'>): Slots => {
  const known = slots.get(db) ?? new Slots(Math.max(1, Math.floor(config.databaseConnections / 2)))
  slots.set(db, known)
  return known
}

/** Statements that all see the database as it is at the first of them, whatever is committed meanwhile. */
export const openSnapshot = async (app: Pick<App, 'db' | 'config'>): Promise<Snapshot> => {
  const own = slotsOf(app)
  await own.take()
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
        own.free()
      }
    }
    return { trx, close }
  } catch (error) {
    own.free()
    throw error
  }
}
