// The SQL that compares the usage of a workspace with the limits that are in force.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { KindTerms } from '../gate.ts'
import { instantOf, monthOf } from './instants.ts'
import type { LedgerKind } from './ledger.ts'
import { type PaidColumns, selectPaid } from './paid.ts'
import { selectSeatCounts } from './seats.ts'
import { currentTerms, isInForce, type Terms, termsFrom } from './terms.ts'

/**
 * Locks the workspace to the end of the transaction: usage checks and everything that changes what they read wait for each
 * other. It is an advisory lock, which writes nothing (decision 221); the row itself is not locked.
 */
export async function lockWorkspace(trx: Trx, workspaceId: number): Promise<void> {
  await sql`select lock_workspace(${workspaceId})`.execute(trx)
}

/** Storage is what the ledger counts, and the sound of chunks, which exists only while a recording is in processing. */
function used(kind: LedgerKind, at?: Date) {
  return kind === 'storage'
    ? sql`(coalesce((select amount from usage_totals where workspace_id = w.id and kind = 'storage'), 0)
        + (select coalesce(sum(speech_size), 0) from files
          where files.workspace_id = w.id and files.status in ('uploaded', 'processing')))::bigint`
    : sql`coalesce((select amount - before_start from usage_totals where workspace_id = w.id and kind = ${sql.lit(kind)}
        and month = ${monthOf(at)}), 0)`
}

/** The terms in force as `t`; without a subscription in force all its columns are null. */
function workspaceWithTerms(at?: Date) {
  return sql`
  from workspaces w
  left join lateral (
    select ${currentTerms} ${termsFrom(monthOf(at))} where s.workspace_id = w.id and ${isInForce(at)}
  ) t on true`
}

type MaybeTerms = { [Column in keyof Terms]: Terms[Column] | null }

function splitTerms<Row extends MaybeTerms>(row: Row): Omit<Row, keyof Terms> & { terms: Terms | null } {
  return { ...row, terms: row.subscription_id === null ? null : (row as unknown as Terms) }
}

/** The limit of one kind and its usage: minutes or chats of the month, or bytes. */
export interface QuotaRow {
  used: number
  /** Units that points pay for in the month; storage in GB. */
  paid: number
  /** Points left. */
  point: number
  /** False until the first peaks of the month are stored. */
  has_peaks: boolean
  /** Null without a subscription in force. */
  terms: KindTerms | null
}

/**
 * Reads a quota in one round trip; with `isLocking`, after locking the workspace to the end of the transaction. The
 * statement is the function `read_quota` of the database.
 */
export async function readQuota(
  db: Db | Trx,
  workspaceId: number,
  kind: LedgerKind,
  { isLocking, at }: { isLocking: boolean; at?: Date | undefined },
): Promise<QuotaRow | undefined> {
  const { rows } = await sql<Omit<QuotaRow, 'terms'> & KindTerms & { subscription_id: number | null }>`
    select * from read_quota(${workspaceId}, ${kind}, ${instantOf(at)}, ${isLocking})
  `.execute(db)
  const [row] = rows
  return row && { ...row, terms: row.subscription_id === null ? null : row }
}

export interface UsageRow extends PaidColumns {
  now: Date
  owner_id: number
  status: 'active' | 'closed'
  point: number
  used_minutes: number
  used_bytes: number
  used_chats: number
  editors: number
  viewers: number
  folders: number
  /** The terms in force; null without a subscription. */
  terms: Terms | null
}

/** All counts of one workspace in one statement. */
export async function readUsage(db: Db | Trx, workspaceId: number, at?: Date): Promise<UsageRow | undefined> {
  const { rows } = await sql<
    Omit<UsageRow, 'terms' | 'status'> & MaybeTerms & { workspace_status: UsageRow['status'] }
  >`
    select ${instantOf(at)} as now, w.owner_id, w.status as workspace_status, w.point, t.*,
      ${used('minute', at)} as used_minutes, ${used('storage', at)} as used_bytes, ${used('chat', at)} as used_chats,
      seats.editors, seats.viewers, paid.*,
      (select count(*) from projects f join items i on i.id = f.item_id
        where f.workspace_id = w.id and i.trash_id is null)::integer - 1 as folders
    ${workspaceWithTerms(at)}
    cross join lateral (${selectSeatCounts(sql.ref('w.id'))}) seats
    cross join lateral (${selectPaid} where workspace_id = w.id and month = ${monthOf(at)}
      and billing_type = 'use_point') paid
    where w.id = ${workspaceId}
  `.execute(db)
  const [row] = rows
  return row && { ...splitTerms(row), status: row.workspace_status }
}
