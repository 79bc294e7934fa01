// The SQL of the usage ledger.
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Month } from '../months.ts'
import { instantOf, monthOf } from './instants.ts'

export type LedgerKind = 'minute' | 'storage' | 'chat'

export interface LedgerRow {
  workspaceId: number
  userId: number | null
  fileId: number | null
  kind: LedgerKind
  amount: number
  cause: string
  at?: Date | undefined
}

/** Counted in the month of the instant in Japan. Returns false if the cause already exists. */
export async function insertLedgerRow(trx: Trx, row: LedgerRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('usage_ledger')
    .values({
      workspace_id: row.workspaceId,
      user_id: row.userId,
      file_id: row.fileId,
      kind: row.kind,
      amount: row.amount,
      month: monthOf(row.at),
      cause: row.cause,
      created_at: instantOf(row.at),
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The amount of the row with this cause; undefined if not found. */
export async function findAmount(trx: Trx, cause: string): Promise<number | undefined> {
  return (await trx.selectFrom('usage_ledger').select('amount').where('cause', '=', cause).executeTakeFirst())?.amount
}

/** The amount of the row with this cause if it was counted in the current month in Japan; otherwise 0. */
export async function findAmountOfMonth(trx: Trx, cause: string, at?: Date): Promise<number> {
  const row = await trx
    .selectFrom('usage_ledger')
    .select('amount')
    .where('cause', '=', cause)
    .where('month', '=', monthOf(at))
    .executeTakeFirst()
  return row?.amount ?? 0
}

/** The row that counted the cause; undefined if there is no row. */
export async function findCounted(
  trx: Trx,
  cause: string,
): Promise<{ workspace_id: number; kind: LedgerKind; month: Month } | undefined> {
  return trx
    .selectFrom('usage_ledger')
    .select(['workspace_id', 'kind', 'month'])
    .where('cause', '=', cause)
    .$castTo<{ workspace_id: number; kind: LedgerKind; month: Month }>()
    .executeTakeFirst()
}

/**
 * Inserts the opposite of the row of `cause`, in the month of that row. Returns false if there is no such row or it was
 * already reversed.
 */
export async function insertReversal(trx: Trx, cause: string, reversalCause: string): Promise<boolean> {
  const { rows } = await sql`
    insert into usage_ledger (workspace_id, user_id, file_id, kind, amount, month, cause)
    select workspace_id, user_id, file_id, kind, -amount, month, ${reversalCause} from usage_ledger where cause = ${cause}
    on conflict (cause) do nothing returning id
  `.execute(trx)
  if (rows.length > 0) await changeBeforeStart(trx, cause, reversalCause)
  return rows.length > 0
}

/**
 * Counts a change of what was used before the last subscription of the month started, if the row of `cause` was counted
 * before that start.
 */
async function changeBeforeStart(trx: Trx, cause: string, changeCause: string): Promise<void> {
  await sql`
    update usage_totals t set before_start = t.before_start + change.amount
    from usage_ledger u, usage_ledger change
    where u.cause = ${cause} and change.cause = ${changeCause} and u.kind <> 'storage'
      and t.workspace_id = u.workspace_id and t.kind = u.kind and t.month = u.month
      and exists (select from subscriptions s where s.workspace_id = u.workspace_id and s.start_date > u.created_at
        and s.trial_ends_at is null and date_trunc('month', s.start_date at time zone 'Asia/Tokyo')::date = u.month)
  `.execute(trx)
}

/** Inserts a row like that of `cause` with another amount, in the month of that row. */
export async function insertAmountLike(
  trx: Trx,
  cause: string,
  { amount, newCause }: { amount: number; newCause: string },
) {
  const { rows } = await sql`
    insert into usage_ledger (workspace_id, user_id, file_id, kind, amount, month, cause)
    select workspace_id, user_id, file_id, kind, ${amount}, month, ${newCause} from usage_ledger where cause = ${cause}
    on conflict (cause) do nothing returning id
  `.execute(trx)
  if (rows.length > 0) await changeBeforeStart(trx, cause, newCause)
}

/** Workspaces that count storage for one of these files, by id. */
export async function findStorageWorkspaces(trx: Trx, fileIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ workspace_id: number }>`
    select distinct workspace_id from usage_ledger where kind = 'storage' and file_id = any(${fileIds}::integer[])
    order by workspace_id
  `.execute(trx)
  return rows.map(({ workspace_id }) => workspace_id)
}

/** Releases the storage that these files still take, one row per file. */
export async function insertStorageReleases(
  trx: Trx,
  fileIds: readonly number[],
  { userId, at }: { userId: number | null; at?: Date | undefined },
) {
  await sql`
    insert into usage_ledger (workspace_id, user_id, file_id, kind, amount, month, cause, created_at)
    select workspace_id, ${userId}::integer, file_id, 'storage', -sum(amount), ${monthOf(at)},
      'file:' || file_id || ':released', ${instantOf(at)}
    from usage_ledger where kind = 'storage' and file_id = any(${fileIds}::integer[])
    group by workspace_id, file_id having sum(amount) <> 0
    on conflict (cause) do nothing
  `.execute(trx)
}
