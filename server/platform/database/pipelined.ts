// Statements of a transaction that do not need each other's results share one wait for the database. Kysely would send each
// only after the answer of the one before.
import {
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely'
import type { Database, Trx } from './database.ts'

/** For the properties of a Transaction that only open connections, which it has. */
const driver = new DummyDriver()
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/**
 * Runs `work` with the same transaction, whose statements are sent when they are called: `Promise.all` of several sends them
 * together, in the order of the calls, and each sees the writes of those before it. After a failed statement, all later
 * ones fail too.
 */
export function pipelined<T>(trx: Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  const executor = trx.getExecutor()
  return executor.provideConnection((connection) => {
    const atOnce = executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
    return work(new Transaction<Database>({ config: { dialect }, dialect, driver, executor: atOnce }))
  })
}
