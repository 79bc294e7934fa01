import type { Db } from '../database/database.ts'
import { openDatabase, openPool } from '../database/open-database.ts'
import { openLog } from '../log.ts'

/** A task runs one query at a time; the second connection is for reads during a transaction. */
const CONNECTIONS = 2

/** Milliseconds after which an unused connection is closed. */
const IDLE_MS = 1_000

export function openThreadDatabase(url: string, logLevel: string): Db {
  const options = { max: CONNECTIONS, name: 'kaiwa thread', log: openLog(logLevel), idleMs: IDLE_MS }
  return openDatabase(openPool(url, options))
}
