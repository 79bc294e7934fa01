import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database, Db } from './database.ts'
import { openStatementNames, type StatementNames } from './statement-names.ts'
import { isOutdatedPlan } from './transaction-conflict.ts'

const INT8 = 20
const DATE = 1082
const parsers: Partial<Record<number, (value: string) => unknown>> = {
  // Counts, sizes and outbox ids are far below 2^53, where numbers are exact.
  [INT8]: Number,
  // A date has no time zone; a Date object would add the machine's.
  [DATE]: String,
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: Parameters<typeof pg.types.getTypeParser>[0], format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format),
}

/**
 * A pool that survives restarts of PostgreSQL: the loss of an idle connection is only logged, and the next query opens
 * a new one. Queries during the outage reject with an error that `isUnavailable` recognises.
 */
export function openPool(url: string, options: { max: number; name: string; log: Logger; idleMs?: number }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: options.idleMs ?? 30_000,
    keepAlive: true,
    // A statement is sent before the answer to the one before, where a caller does not wait for that (pipelined.ts).
    pipeline: true,
    types,
  })
  const onLoss = (error: Error): void => {
    if (!pool.ending) options.log.warn({ err: error }, 'database connection lost')
  }
  pool.on('error', onLoss)
  // The pool handles only errors of idle connections. The loss of a connection in use rejects its query, but without a
  // listener the error event would end the process.
  pool.on('connect', (client) => client.on('error', onLoss))
  return pool
}

/**
 * Sends a statement. With the driver's own promise, a third of what statements return would survive collections of the young
 * generation (decision 172).
 */
function query(client: pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(config, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
  })
}

const BEGIN = /^(begin|start transaction)/
const END = /^(commit|rollback)$/

/**
 * Wraps the client for one use: statements that have a name are sent as prepared statements. A use that starts with `begin`
 * is one transaction, and statements after its `commit` or `rollback` are refused: one of several branches of work has
 * failed, another continues, and PostgreSQL would commit its statements alone. Kysely refuses them only when it has the
 * answer to `rollback`.
 */
function preparing(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  let state: 'unused' | 'open' | 'transaction' | 'over' = 'unused'
  const send = async (text: string, parameters: readonly unknown[]) => {
    if (state === 'over') throw new Error('A statement was sent after the end of its transaction')
    if (state === 'unused') state = BEGIN.test(text) ? 'transaction' : 'open'
    else if (state === 'transaction' && END.test(text)) state = 'over'
    const values = [...parameters]
    const name = values.length > 0 ? names.nameOf(text) : undefined
    if (name === undefined) return query(client, { text, values })
    try {
      return await query(client, { name, text, values })
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      names.forget(text)
      // Inside a transaction, which the failure has aborted, this retry fails too.
      return query(client, { text, values }).catch(() => Promise.reject(error))
    }
  }
  return Object.create(client, { query: { value: send } }) as PostgresPoolClient
}

function preparingPool(pool: pg.Pool): PostgresPool {
  const names = openStatementNames()
  return {
    options: pool.options,
    connect: async () => preparing(await pool.connect(), names),
    end: () => pool.end(),
  }
}

export function openDatabase(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) })
}
