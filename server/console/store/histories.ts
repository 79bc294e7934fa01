// The SQL that reads the ledger of points and payments for operators.
import type { AdminHistory } from '@kaiwa/contract/admin-invoices.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { List } from './list-rows.ts'
import { idsOf, type Narrowing, search } from './search.ts'

export interface HistoryFilters {
  billing_type?: AdminHistory['billing_type'] | undefined
  query?: string | undefined
}

/**
 * Rows of workspaces whose owner has these words. Reads first the ids of the users, then those of their workspaces, as
 * arrays. With joins instead, PostgreSQL reads whole tables, because it cannot estimate how many users match.
 */
export function searchOwner(query: string | undefined): Narrowing | undefined {
  const owner = search('users', query)
  if (!owner) return undefined
  return {
    find: sql`workspace_id = any(array(
      select id from workspaces where owner_id = any(array(${idsOf('users', owner)}))))`,
    // A scalar subquery, because PostgreSQL would join all users for `exists`.
    test: sql`coalesce((select ${owner.test} from workspaces w join users on users.id = w.owner_id
      where w.id = workspace_id), false)`,
  }
}

export function historiesBy({ billing_type: type, query }: HistoryFilters): List {
  return {
    table: 'billing_ledger',
    where: type === undefined ? [] : [sql`billing_type = ${type}`],
    narrow: [searchOwner(query)],
  }
}

/** Finds a ledger row of the workspace whose cause begins with `prefix`, and returns the number that follows; undefined without such a row. */
export async function findPointsOfCause(trx: Trx, workspaceId: number, prefix: string): Promise<number | undefined> {
  const { rows } = await sql<{ cause: string }>`
    select cause from billing_ledger where workspace_id = ${workspaceId} and starts_with(cause, ${prefix}) limit 1
  `.execute(trx)
  return rows[0] && Number(rows[0].cause.slice(prefix.length))
}

export interface HistoryRow {
  id: number
  created_at: Date
  billing_type: AdminHistory['billing_type']
  money: number
  point: number
  kind: AdminHistory['kind']
  amount: number | null
  invoice_id: number | null
  invoice_number: string | null
  owner: { id: number; first_name: string; last_name: string; email: string } | null
}

export async function findHistoryRows(db: Db, ids: readonly number[]): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select b.id, b.created_at, b.billing_type, b.money, b.point, b.kind, b.amount, b.invoice_id, i.number as invoice_number,
      case when o.id is not null then json_build_object('id', o.id, 'first_name', o.first_name,
        'last_name', o.last_name, 'email', o.email) end as owner
    from billing_ledger b
    left join invoices i on i.id = b.invoice_id
    left join workspaces w on w.id = b.workspace_id
    left join users o on o.id = w.owner_id
    where b.id = any(${[...ids]}::bigint[]) order by b.id desc
  `.execute(db)
  return rows
}
