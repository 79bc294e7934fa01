// The SQL from which the points of a month are computed.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Month } from '../months.ts'
import { monthOf, startOf } from './instants.ts'
import { type PaidColumns, selectPaid } from './paid.ts'
import { selectSeatCounts } from './seats.ts'
import { currentTerms, type Terms, termsFrom } from './terms.ts'

export interface MonthRow extends PaidColumns {
  /** First day of the month, and whether the month of the instant is a later one. */
  month: Month
  is_past: boolean
  balance: number
  used_minutes: number
  used_chats: number
  /** Peaks of the month: bytes and persons. */
  peak_storage: number
  peak_editors: number
  peak_viewers: number
  /** Whether the peaks are stored. */
  has_peaks: boolean
  /** Rows of used points in the month. */
  row_count: number
  /** Terms of the last subscription of the month; null without one. */
  terms: Terms | null
}

/** Minutes or chats of the month of the workspace `w`. */
function totalOf(kind: 'minute' | 'chat', month: RawBuilder<Month>): RawBuilder<number> {
  return sql<number>`coalesce((select amount - before_start from usage_totals
    where workspace_id = w.id and kind = ${sql.lit(kind)} and month = ${month}), 0)::bigint`
}

/** Usage, peaks, used points and terms of a workspace in a month: that of the instant, or a given earlier one. */
export async function readMonth(
  db: Db | Trx,
  workspaceId: number,
  { month, at }: { month?: Month | undefined; at?: Date | undefined },
): Promise<MonthRow | undefined> {
  const first = month === undefined ? monthOf(at) : sql<Month>`${month}::date`
  const { rows } = await sql<Omit<MonthRow, 'terms'> & { [Column in keyof Terms]: Terms[Column] | null }>`
    select ${first} as month, ${first} < ${monthOf(at)} as is_past, w.point as balance, 
      ${totalOf('minute', first)} as used_minutes, ${totalOf('chat', first)} as used_chats,
      coalesce(peak.storage, (select coalesce(sum(amount), 0) from usage_ledger
        where workspace_id = w.id and kind = 'storage' and month <= ${first}))::bigint as peak_storage,
      coalesce(peak.editors, seats.editors)::bigint as peak_editors,
      coalesce(peak.viewers, seats.viewers)::bigint as peak_viewers,
      (peak.storage is not null and peak.editors is not null and peak.viewers is not null) as has_peaks,
      paid.*, terms.*
    from workspaces w
    cross join lateral (select max(amount) filter (where kind = 'storage') as storage,
        max(amount) filter (where kind = 'editor') as editors, max(amount) filter (where kind = 'viewer') as viewers
      from usage_peaks where workspace_id = w.id and month = ${first}) peak
    cross join lateral (${selectSeatCounts(sql.ref('w.id'))}) seats
    cross join lateral (${selectPaid} where workspace_id = w.id and month = ${first} and billing_type = 'use_point') paid
    left join lateral (
      select ${currentTerms} ${termsFrom(first)}
      where s.workspace_id = w.id and s.start_date < ${startOf(first, 1)}
        and least(s.end_date, s.trial_ends_at, 'infinity') > ${startOf(first)}
      order by s.id desc limit 1
    ) terms on true
    where w.id = ${workspaceId}
  `.execute(db)
  const [row] = rows
  return row && { ...row, terms: row.subscription_id === null ? null : (row as unknown as Terms) }
}
