import type { Kysely, Transaction } from 'kysely'
import type { DB } from './schema.gen.ts'

export type Database = DB

/** A pool of connections that may be queried. */
export type Db = Kysely<Database>

/** An open transaction: what is written through it commits together or not at all. */
export type Trx = Transaction<Database>
