import type { Kysely, Transaction } from 'kysely'
import type { DB } from './schema.gen.ts'

export type Database = DB

/** A connection pool for queries. */
export type Db = Kysely<Database>

/** An open transaction: all its writes commit together or not at all. */
export type Trx = Transaction<Database>
