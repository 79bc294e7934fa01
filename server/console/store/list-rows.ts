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

function conditionsOf({ where, narrow = [] }: List) {
  const narrowings = narrow.filter((one) => one !== undefined)
  return {
    isNarrow: narrowings.length > 0,
    find: all([...where, ...narrowings.map(({ find }) => find)]),
    test: all([...where, ...narrowings.map(({ test }) => test)]),
  }
}

/** Counts up to COUNTED + 1 rows: more are not shown. */
async function countRows(db: Db, table: RawBuilder<unknown>, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${table} where ${condition} limit ${COUNTED + 1}) counted
  `.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * The ids of a page. With few rows they are found by the index of the narrowing and sorted; otherwise rows are read in the
 * order of the ids until the page is full.
 */
export async function findPage(db: Db, list: List, page: number): Promise<Page> {
  const table = sql.table(list.table)
  const { isNarrow, find, test } = conditionsOf(list)
  const count = await countRows(db, table, find)
  const order = sql`order by id desc limit ${PAGE} offset ${(page - 1) * PAGE}`
  const { rows } = await (
    isNarrow && count <= COUNTED
      ? sql<{ id: number }>`
        with found as materialized (select id from ${table} where ${find}) select id from found ${order}`
      : sql<{ id: number }>`select id from ${table} where ${test} ${order}`
  ).execute(db)
  const total = Math.min(count, COUNTED)
  return {
    ids: rows.map(({ id }) => id),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / PAGE)),
    total,
    is_total_exact: count <= COUNTED,
  }
}

/** At most `limit` ids below `below`, for a file of all rows. */
export async function findIdsBelow(db: Db, list: List, below: number | null, limit: number): Promise<number[]> {
  const { find } = conditionsOf(list)
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(list.table)}
    where ${find} and ${below === null ? sql`true` : sql`id < ${below}`} order by id desc limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
