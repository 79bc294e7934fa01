// The SQL from which the points of a month are computed.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Month } from '../months.ts'
import { startOf } from './instants.ts'
import { selectSeatCounts } from './seats.ts'
import { currentTerms, type Terms, termsFrom } from './terms.ts'

interface PaidColumns {
  paid_minute: number
  paid_storage: number
  paid_chat: number
  paid_editor: number
  paid_viewer: number
  spent_minute: number
  spent_storage: number
  spent_chat: number
  spent_editor: number
  spent_viewer: number
}

export interface MonthRow extends PaidColumns {
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

const PAID = sql`
  select count(*)::integer as row_count,
    coalesce(sum(amount) filter (where kind = 'minute'), 0)::bigint as paid_minute,
    coalesce(sum(amount) filter (where kind = 'storage'), 0)::bigint as paid_storage,
    coalesce(sum(amount) filter (where kind = 'chat'), 0)::bigint as paid_chat,
    coalesce(sum(amount) filter (where kind = 'editor'), 0)::bigint as paid_editor,
    coalesce(sum(amount) filter (where kind = 'viewer'), 0)::bigint as paid_viewer,
    coalesce(-sum(point) filter (where kind = 'minute'), 0)::bigint as spent_minute,
    coalesce(-sum(point) filter (where kind = 'storage'), 0)::bigint as spent_storage,
    coalesce(-sum(point) filter (where kind = 'chat'), 0)::bigint as spent_chat,
    coalesce(-sum(point) filter (where kind = 'editor'), 0)::bigint as spent_editor,
    coalesce(-sum(point) filter (where kind = 'viewer'), 0)::bigint as spent_viewer
  from billing_ledger`

/** Usage, peaks, used points and terms of a workspace in a month. The month is the current one or an earlier one. */
export async function readMonth(db: Db | Trx, workspaceId: number, month: Month): Promise<MonthRow | undefined> {
  const first = sql<Month>`${month}::date`
  const { rows } = await sql<Omit<MonthRow, 'terms'> & { [Column in keyof Terms]: Terms[Column] | null }>`
    select w.point as balance, minutes.used as used_minutes, chats.used as used_chats,
      coalesce(peak.storage, (select coalesce(sum(amount), 0) from usage_ledger
        where workspace_id = w.id and kind = 'storage' and month <= ${first}))::bigint as peak_storage,
      coalesce(peak.editors, seats.editors)::bigint as peak_editors,
      coalesce(peak.viewers, seats.viewers)::bigint as peak_viewers,
      (peak.storage is not null and peak.editors is not null and peak.viewers is not null) as has_peaks,
      paid.*, terms.*
    from workspaces w
    cross join lateral (select coalesce(sum(amount), 0)::bigint as used from usage_ledger
      where workspace_id = w.id and kind = 'minute' and month = ${first}) minutes
    cross join lateral (select coalesce(sum(amount), 0)::bigint as used from usage_ledger
      where workspace_id = w.id and kind = 'chat' and month = ${first}) chats
    cross join lateral (select max(amount) filter (where kind = 'storage') as storage,
        max(amount) filter (where kind = 'editor') as editors, max(amount) filter (where kind = 'viewer') as viewers
      from usage_peaks where workspace_id = w.id and month = ${first}) peak
    cross join lateral (${selectSeatCounts(sql.ref('w.id'))}) seats
    cross join lateral (${PAID} where workspace_id = w.id and month = ${first} and billing_type = 'use_point') paid
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
