// Pages of lists of a million rows, latest first. Ids are found first, from indexes; the caller reads their rows.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { PLAN_EACH_TIME } from '../../platform/database/statement-names.ts'
import type { Narrowing } from './search.ts'

const PAGE = LIMITS.adminRowsPerPage
const COUNTED = LIMITS.adminCounted

export interface List {
  table: 'users' | 'subscription_requests' | 'subscriptions' | 'invoices' | 'billing_ledger' | 'operator_actions'
  /** Conditions that an index answers in the order of the ids. */
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

/** Rows that are looked at to see whether most rows meet a narrowing, and how many that must be. */
const SAMPLE = 400
const COMMON = SAMPLE / 4
/** Rows among which COUNTED common ones are searched. */
const LATEST = 5 * COUNTED

function conditionsOf({ table: name, where, narrow = [] }: List) {
  const table = sql.table(name)
  const narrowings = narrow.filter((one) => one !== undefined)
  const find = all([...where, ...narrowings.map((one) => one.find)])
  const test = all(narrowings.map((one) => one.test))
  const [only, ...others] = narrowings
  const ids = where.length === 0 && others.length === 0 ? only?.ids : undefined
  const inOrder = (from: RawBuilder<unknown>, condition: RawBuilder<boolean>) =>
    sql`select id from ${from} where ${condition} order by id desc`
  return {
    table,
    isNarrow: narrowings.length > 0,
    find,
    test,
    /** Whether the ids are found without the list's table. */
    hasIds: ids !== undefined,
    /** Queries of all ids: by the index of the narrowing, and in the order of the ids. */
    found: ids ?? sql`select id from ${table} where ${find}`,
    ordered: inOrder(table, all([...where, test])),
    /** The latest rows without the narrowings. */
    latest: (rows: number) => sql`(select * from ${table} where ${all(where)} order by id desc limit ${rows}) ${table}`,
    inOrder,
  }
}

type Conditions = ReturnType<typeof conditionsOf>

/** Whether there are rows before the latest ones. */
async function hasMore(db: Db, { latest }: Conditions): Promise<boolean> {
  const { rows } = await sql`select from ${latest(LATEST + 1)} offset ${LATEST}`.execute(db)
  return rows.length > 0
}

interface Found {
  /** At most COUNTED + 1, because more are not shown. */
  count: number
  ids: number[]
}

/** Counts rows and selects the ids of a page in one statement. `counted` and `page` are queries. */
async function readPage(db: Db, counted: RawBuilder<unknown>, page: RawBuilder<unknown>): Promise<Found> {
  const { rows } = await sql<Found>`
    select (select count(*)::integer from (${counted}) counted) as count,
      (select coalesce(json_agg(id), '[]') from (${page}) page) as ids
  `.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

/** Reads ids once, which take long to find, counts them, and selects those of a page. */
async function readFound(db: Db, ids: RawBuilder<unknown>, page: RawBuilder<unknown>): Promise<Found> {
  const { rows } = await sql<Found>`${sql.raw(PLAN_EACH_TIME)}
    with found as materialized (${ids} limit ${COUNTED + 1})
    select (select count(*)::integer from found) as count,
      (select coalesce(json_agg(id), '[]') from (select id from found ${page}) page) as ids
  `.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

/**
 * Reads rows in the order of the ids if a quarter of the latest rows meet the narrowings, for which an index of words would
 * find too many rows. Finds nothing otherwise.
 */
async function readCommon(db: Db, { inOrder, latest, test }: Conditions, page: RawBuilder<unknown>): Promise<Found> {
  const isCommon = sql<boolean>`((select count(*) from ${latest(SAMPLE)} where ${test}) >= ${COMMON})`
  return readFound(db, inOrder(latest(LATEST), all([isCommon, test])), page)
}

async function findIds(db: Db, list: List, offset: number): Promise<Found> {
  const conditions = conditionsOf(list)
  const { table, isNarrow, hasIds, find, found, ordered } = conditions
  const page = sql`limit ${PAGE} offset ${offset}`
  if (!isNarrow)
    return readPage(db, sql`select from ${table} where ${find} limit ${COUNTED + 1}`, sql`${ordered} ${page}`)
  const common = hasIds ? undefined : await readCommon(db, conditions, page)
  if (common && (common.count > COUNTED || (common.count > 0 && !(await hasMore(db, conditions))))) return common
  const narrow = await readFound(db, found, sql`order by id desc ${page}`)
  if (narrow.count <= COUNTED) return narrow
  const { rows } = await sql<{ id: number }>`${sql.raw(PLAN_EACH_TIME)} ${ordered} ${page}`.execute(db)
  return { count: narrow.count, ids: rows.map(({ id }) => id) }
}

/**
 * The ids of a page. Rows with rare words are found by the index of the words and sorted; those with words that many
 * rows have are read in the order of the ids.
 */
export async function findPage(db: Db, list: List, page: number): Promise<Page> {
  const { count, ids } = await findIds(db, list, (page - 1) * PAGE)
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
  const none = sql`limit 0`
  return (
    (await readCommon(db, conditions, none)).count > COUNTED ||
    (await readFound(db, conditions.found, none)).count > COUNTED
  )
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
