import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { selectSeatCounts } from './seats.ts'

/**
 * Stores the peaks of closed months that have none, because nothing changed in them: the storage at the end of the month
 * and the seats of now. Later closings compute with the same amounts.
 */
export async function insertClosedPeaks(
  trx: Trx,
  closed: readonly { workspaceId: number; month: string }[],
): Promise<void> {
  if (closed.length === 0) return
  await sql`
    insert into usage_peaks (workspace_id, month, kind, amount)
    select w.id, c.month, peak.kind, peak.amount
    from jsonb_to_recordset(${JSON.stringify(closed)}::jsonb) as c("workspaceId" integer, month date)
    join workspaces w on w.id = c."workspaceId"
    cross join lateral (${selectSeatCounts(sql.ref('w.id'))}) seats
    cross join lateral (values
      ('storage', greatest(0, (select coalesce(sum(amount), 0) from usage_ledger
        where workspace_id = w.id and kind = 'storage' and month <= c.month))::bigint),
      ('editor', seats.editors::bigint), ('viewer', seats.viewers::bigint)) peak (kind, amount)
    where (select count(*) from usage_peaks p where p.workspace_id = w.id and p.month = c.month) < 3
    on conflict (workspace_id, month, kind) do nothing
  `.execute(trx)
}
