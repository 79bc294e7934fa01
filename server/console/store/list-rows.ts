// Pages of lists of a million rows, latest first. Ids are found first, from indexes; the caller reads their rows.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Narrowing } from './search.ts'

const PAGE = LIMITS.adminRowsPerPage
const COUNTED = LIMITS.adminCounted

export interface List {
  table: 'users' | 'subscription_requests' | 'subscriptions' | 'invoices' | 'billing_ledger' | 'operator_actions'
  /** Conditions that are checked in the order of the ids. */
  where: readonly RawBuilder<boolean>[]
  /** Conditions that usually leave few rows. */
  narrow?: readonly (Narrowing | undefined)[]
}

export interface Page {
  ids: number[]
  current_page: number
  last_page: number
  total: number
  is_total_exact: boolean
}

function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}

function conditionsOf({ table, where, narrow = [] }: List) {
  const narrowings = narrow.filter((one) => one !== undefined)
  const find = all([...where, ...narrowings.map((one) => one.find)])
  const [only, ...others] = narrowings
  const ids = where.length === 0 && others.length === 0 ? only?.ids : undefined
  return {
    isNarrow: narrowings.length > 0,
    find,
    test: all([...where, ...narrowings.map((one) => one.test)]),
    /** A query of all ids that `find` has. */
    found: ids ?? sql`select id from ${sql.table(table)} where ${find}`,
  }
}

/** Counts up to COUNTED + 1 rows: more are not shown. */
async function countRows(db: Db, table: RawBuilder<unknown>, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${table} where ${condition} limit ${COUNTED + 1}) counted
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts the rows and sorts them in one statement, so that words are looked up once. */
async function findNarrow(db: Db, found: RawBuilder<unknown>, page: RawBuilder<unknown>) {
  const { rows } = await sql<{ count: number; ids: number[] }>`
    with found as materialized (${found} limit ${COUNTED + 1})
    select (select count(*)::integer from found) as count,
      (select coalesce(json_agg(id), '[]') from (select id from found ${page}) page) as ids
  `.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

/**
 * The ids of a page. With few rows they are found by the index of the narrowing and sorted; otherwise rows are read in the
 * order of the ids until the page is full.
 */
export async function findPage(db: Db, list: List, page: number): Promise<Page> {
  const table = sql.table(list.table)
  const { isNarrow, find, test, found } = conditionsOf(list)
  const order = sql`order by id desc limit ${PAGE} offset ${(page - 1) * PAGE}`
  const narrow = isNarrow ? await findNarrow(db, found, order) : undefined
  const count = narrow?.count ?? (await countRows(db, table, find))
  const readInOrder = async (): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`select id from ${table} where ${test} ${order}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const total = Math.min(count, COUNTED)
  return {
    ids: narrow && count <= COUNTED ? narrow.ids : await readInOrder(),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / PAGE)),
    total,
    is_total_exact: count <= COUNTED,
  }
}

/**
 * Batches of at most `limit` ids, latest first, for a file of all rows. Words that many rows have are not looked up for
 * each batch: the rows are read once in the order of the ids.
 */
export async function* findIdsInBatches(db: Db, list: List, limit: number): AsyncGenerator<number[]> {
  const table = sql.table(list.table)
  const { isNarrow, find, test } = conditionsOf(list)
  const isBroad = isNarrow && (await countRows(db, table, find)) > COUNTED
  for (let below: number | undefined, isLast = false; !isLast;) {
    const { rows } = await sql<{ id: number }>`
      select id from ${table}
      where ${isBroad ? test : find} and ${below === undefined ? sql`true` : sql`id < ${below}`}
      order by id desc limit ${limit}
    `.execute(db)
    const ids = rows.map(({ id }) => id)
    yield ids
    below = ids.at(-1)
    isLast = ids.length < limit
  }
}
