// Pages of lists of a million rows, latest first. Ids are found first, from indexes; the caller reads their rows.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { PLAN_EACH_TIME } from '../../platform/database/statement-names.ts'
import { COMMON, type Narrowing, SAMPLE } from './search.ts'

const PAGE = LIMITS.adminRowsPerPage
const COUNTED = LIMITS.adminCounted

export interface List {
  table: 'users' | 'subscription_requests' | 'subscriptions' | 'invoices' | 'billing_ledger' | 'operator_actions'
  /** Conditions that an index answers in the order of the ids, or `inOrder`. */
  where: readonly RawBuilder<boolean>[]
  /** A query of the ids of the rows that meet `where`. PostgreSQL reads it in their order. */
  inOrder?: RawBuilder<unknown> | undefined
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

/** Up to this number of rows, each row is tested without the index of words. */
const FEW = 2_000
/**
 * Number of the latest rows that are read for common words. If COMMON of SAMPLE rows match, more than COUNTED of these are
 * expected to match.
 */
const LATEST = 10 * COUNTED

function conditionsOf({ table: name, where, inOrder, narrow = [] }: List) {
  const table = sql.table(name)
  const narrowings = narrow.filter((one) => one !== undefined)
  /** The rows without the narrowings; only their ids if they are read from `inOrder`. */
  const given = sql`(${inOrder ?? sql`select * from ${table} where ${all(where)}`}) ${table}`
  return {
    table,
    isNarrow: narrowings.length > 0,
    given,
    latest: (rows: number) =>
      inOrder
        ? sql`(select ${table}.* from (select id from ${given} order by id desc limit ${rows}) latest
            join ${table} on ${table}.id = latest.id) ${table}`
        : sql`(select * from ${given} order by id desc limit ${rows}) ${table}`,
    test: all(narrowings.map((one) => one.test)),
    find: all([...where, ...narrowings.map((one) => one.find)]),
  }
}

type Conditions = ReturnType<typeof conditionsOf>

interface Found {
  /** At most COUNTED + 1, because more are not shown. */
  count: number
  ids: number[]
}

async function readFound<T extends Found>(db: Db, statement: RawBuilder<T>): Promise<T> {
  const { rows } = await statement.execute(db)
  const [row] = rows
  if (!row) throw new Error('a list has no number of rows')
  return row
}

/**
 * Reads a list without narrowings: the rows before the page, those of the page and those after it, COUNTED + 1 together,
 * are read once. After the last row, the rows are counted.
 */
async function readPlain(db: Db, { given }: Conditions, offset: number): Promise<Found> {
  const after = offset + PAGE
  return readFound(
    db,
    sql`
      with page as materialized (select id from ${given} order by id desc limit ${PAGE} offset ${offset})
      select coalesce(json_agg(id), '[]') as ids, (case
        when count(*) = ${PAGE} then ${after}::integer + (select count(*) from (
          select from ${given} where id < (select min(id) from page)
          order by id desc limit ${COUNTED + 1 - after}) later)
        when count(*) > 0 then ${offset}::integer + count(*)
        else (select count(*) from (select from ${given} limit ${COUNTED + 1}) counted) end)::integer as count
      from page
    `,
  )
}

/** Reads ids once, which take long to find, counts them, and selects those of a page. `isComplete` may use `found`. */
async function readSlow(
  db: Db,
  ids: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
  isComplete = sql<boolean>`true`,
): Promise<Found & { isComplete: boolean }> {
  return readFound(
    db,
    sql`${sql.raw(PLAN_EACH_TIME)}
      with found as materialized (${ids} limit ${COUNTED + 1})
      select (select count(*)::integer from found) as count,
        (select coalesce(json_agg(id), '[]') from (select id from found ${page}) page) as ids,
        ${isComplete} as "isComplete"
    `,
  )
}

/**
 * Reads rows in the order of the ids if many of the latest ones meet the narrowings, for which an index of words would
 * find too many rows, or if there are few. Otherwise, and if there are too few common ones among LATEST rows, the
 * result is not complete.
 */
async function readLatest(db: Db, { given, latest, test }: Conditions, page: RawBuilder<unknown>) {
  const hasMoreThan = (rows: number) =>
    sql`exists (select from (select id from ${given} order by id desc limit ${rows + 1}) latest offset ${rows})`
  const isRead = sql<boolean>`(case
    when (select count(*) from ${latest(SAMPLE)} where ${test}) >= ${COMMON} then true
    else not ${hasMoreThan(FEW)} end)`
  const isComplete = sql<boolean>`(case
    when (select count(*) from found) > ${COUNTED} then true
    else ${isRead} and not ${hasMoreThan(LATEST)} end)`
  return readSlow(
    db,
    sql`select id from ${latest(LATEST)} where ${isRead} and ${test} order by id desc`,
    page,
    isComplete,
  )
}

/** Finds all rows by the indexes of the narrowings and sorts them. The sum keeps PostgreSQL from reading the rows in the order of their ids. */
function readFoundByIndex(db: Db, { table, find }: Conditions, page: RawBuilder<unknown>) {
  return readSlow(db, sql`select id from ${table} where ${find} order by id + 0 desc`, page)
}

async function readNarrow(db: Db, conditions: Conditions, offset: number): Promise<Found> {
  const page = sql`limit ${PAGE} offset ${offset}`
  const latest = await readLatest(db, conditions, page)
  return latest.isComplete ? latest : readFoundByIndex(db, conditions, page)
}

/** The ids of a page. */
export async function findPage(db: Db, list: List, page: number): Promise<Page> {
  const conditions = conditionsOf(list)
  const read = conditions.isNarrow ? readNarrow : readPlain
  const { count, ids } = await read(db, conditions, (page - 1) * PAGE)
  const total = Math.min(count, COUNTED)
  return {
    ids,
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / PAGE)),
    total,
    is_total_exact: count <= COUNTED,
  }
}

/** More rows than are counted. */
async function isBroad(db: Db, conditions: Conditions): Promise<boolean> {
  const { table, find } = conditions
  const none = sql`limit 0`
  const latest = await readLatest(db, conditions, none)
  const found = latest.isComplete ? latest : await readSlow(db, sql`select id from ${table} where ${find}`, none)
  return found.count > COUNTED
}

/**
 * Batches of at most `limit` ids, latest first, for a file of all rows. Words that many rows have are not looked up for
 * each batch: the rows are read once in the order of the ids.
 */
export async function* findIdsInBatches(db: Db, list: List, limit: number): AsyncGenerator<number[]> {
  const conditions = conditionsOf(list)
  const { table, find, test } = conditions
  const matches = conditions.isNarrow && (await isBroad(db, conditions)) ? all([...list.where, test]) : find
  for (let below: number | undefined, isLast = false; !isLast;) {
    const { rows } = await sql<{ id: number }>`
      select id from ${table}
      where ${matches} and ${below === undefined ? sql`true` : sql`id < ${below}`}
      order by id desc limit ${limit}
    `.execute(db)
    const ids = rows.map(({ id }) => id)
    yield ids
    below = ids.at(-1)
    isLast = ids.length < limit
  }
}
