// The SQL of the month's peaks of storage and seats. A peak begins with what the month began with. The caller holds the
// lock of the workspace.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Month } from '../months.ts'
import { monthOf } from './instants.ts'
import { selectSeatCounts } from './seats.ts'
import { isInForce } from './terms.ts'

/** Storage of the workspace after a change by `change` bytes: the peak is the larger amount of before and after. */
export async function raiseStoragePeak(
  trx: Trx,
  workspaceId: number,
  { month, change }: { month: RawBuilder<Month>; change: number },
): Promise<void> {
  await sql`
    insert into usage_peaks (workspace_id, month, kind, amount)
    select workspace_id, ${month}, 'storage', greatest(amount - ${change}::bigint, amount, 0)
    from usage_totals where workspace_id = ${workspaceId} and kind = 'storage'
    on conflict (workspace_id, month, kind) do update set amount = excluded.amount
    where usage_peaks.amount < excluded.amount
  `.execute(trx)
}

/** The seats that are taken now. Call it after a seat was taken. */
export async function raiseSeatPeaks(trx: Trx, workspaceId: number, month: RawBuilder<Month>): Promise<void> {
  await sql`
    insert into usage_peaks (workspace_id, month, kind, amount)
    select w.id, ${month}, peak.kind, peak.amount
    from workspaces w cross join lateral (${selectSeatCounts(sql.ref('w.id'))}) seats
    cross join lateral (values ('editor', seats.editors), ('viewer', seats.viewers)) peak (kind, amount)
    where w.id = ${workspaceId}
    on conflict (workspace_id, month, kind) do update set amount = excluded.amount
    where usage_peaks.amount < excluded.amount
  `.execute(trx)
}

/** Stores what the current month began with, unless peaks of it are stored. */
export async function insertPeaks(trx: Trx, workspaceId: number, month: Month): Promise<void> {
  await sql`
    insert into usage_peaks (workspace_id, month, kind, amount)
    select w.id, ${month}::date, peak.kind, peak.amount
    from workspaces w cross join lateral (${selectSeatCounts(sql.ref('w.id'))}) seats
    cross join lateral (values
      ('storage', greatest(0, (select amount from usage_totals
        where workspace_id = w.id and kind = 'storage'))),
      ('editor', seats.editors::bigint), ('viewer', seats.viewers::bigint)) peak (kind, amount)
    where w.id = ${workspaceId}
    on conflict (workspace_id, month, kind) do nothing
  `.execute(trx)
}

/** Workspaces with a subscription in force whose peaks of the month are not stored yet, by id. */
export async function findUnopened(
  db: Db,
  { after, limit, at }: { after: number; limit: number; at?: Date },
): Promise<number[]> {
  const { rows } = await sql<{ workspace_id: number }>`
    select s.workspace_id from subscriptions s
    where s.workspace_id > ${after} and ${isInForce(at)}
      and not exists (select from usage_peaks where workspace_id = s.workspace_id and month = ${monthOf(at)}
        and kind = 'editor')
    order by s.workspace_id limit ${limit}
  `.execute(db)
  return rows.map(({ workspace_id }) => workspace_id)
}

/**
 * Minutes and chats that were used in the month before a subscription starts do not count for it, and neither do the peaks
 * before its start. Call it after the subscription was inserted.
 */
export async function startCounting(trx: Trx, workspaceId: number, month: Month): Promise<void> {
  await sql`
    update usage_totals set before_start = amount
    where workspace_id = ${workspaceId} and kind in ('minute', 'chat') and month = ${month}
  `.execute(trx)
  await sql`delete from usage_peaks where workspace_id = ${workspaceId} and month = ${month}`.execute(trx)
  await insertPeaks(trx, workspaceId, month)
}
