import type { Db } from '../database/database.ts'
import { openDatabase, openPool } from '../database/open-database.ts'
import { openLog } from '../log.ts'

/** A task runs one query at a time; the second connection is for reads during a transaction. */
const CONNECTIONS = 2

export function openThreadDatabase(url: string, logLevel: string): Db {
  return openDatabase(openPool(url, { max: CONNECTIONS, name: 'kaiwa thread', log: openLog(logLevel) }))
}
