// The SQL of plans, subscriptions and the ledger.
import type { PlanName } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/database.ts'

export type LedgerKind = 'minute' | 'storage' | 'chat'

export type LedgerRow = {
  workspaceId: number
  userId: number | null
  fileId: number | null
  kind: LedgerKind
  amount: number
  cause: string
}

/** Returns false if the cause already exists. */
export const insertLedgerRow = async (trx: Trx, row: LedgerRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('usage_ledger')
    .values({
      workspace_id: row.workspaceId,
      user_id: row.userId,
      file_id: row.fileId,
      kind: row.kind,
      amount: row.amount,
      cause: row.cause,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The amount of the row with this cause; undefined if not found. */
export const findAmount = async (trx: Trx, cause: string): Promise<number | undefined> =>
  (await trx.selectFrom('usage_ledger').select('amount').where('cause', '=', cause).executeTakeFirst())?.amount

/**
 * Inserts the opposite of the row of `cause`, in the month of that row. Returns false if there is no such row or it was
 * already reversed.
 */
export const insertOpposite = async (trx: Trx, cause: string, because: string): Promise<boolean> => {
  const { rows } = await sql`
    insert into usage_ledger (workspace_id, user_id, file_id, kind, amount, month, cause)
    select workspace_id, user_id, file_id, kind, -amount, month, ${because} from usage_ledger where cause = ${cause}
    on conflict (cause) do nothing returning id
  `.execute(trx)
  return rows.length > 0
}

/** Releases the storage that these files still take, one row per file. */
export const insertStorageReleases = async (trx: Trx, fileIds: readonly number[], userId: number | null) => {
  await sql`
    insert into usage_ledger (workspace_id, user_id, file_id, kind, amount, cause)
    select workspace_id, ${userId}::integer, file_id, 'storage', -sum(amount), 'file:' || file_id || ':released'
    from usage_ledger where kind = 'storage' and file_id = any(${fileIds}::integer[])
    group by workspace_id, file_id having sum(amount) <> 0
    on conflict (cause) do nothing
  `.execute(trx)
}

/** Locks the workspace row, so that concurrent usage checks wait for the end of the transaction. */
export const lockWorkspace = async (trx: Trx, workspaceId: number): Promise<void> => {
  await trx.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
}

const limits = sql`
  from workspaces w
  left join subscriptions s on s.workspace_id = w.id and s.status = 'active'
  left join plans p on p.id = s.plan_id`

const used = (kind: LedgerKind) =>
  kind === 'storage'
    ? sql`(select coalesce(sum(amount), 0) from usage_ledger where workspace_id = w.id and kind = 'storage')::bigint`
    : sql`(select coalesce(sum(amount), 0) from usage_ledger where workspace_id = w.id and kind = ${kind}
        and month = date_trunc('month', now() at time zone 'Asia/Tokyo')::date)::bigint`

/** Limit and usage of one quota: minutes of this month, or bytes. */
export const countOne = async (db: Db | Trx, workspaceId: number, kind: 'minute' | 'storage') => {
  const limit = kind === 'minute' ? sql`p.minute::bigint` : sql`p.storage * 1073741824::bigint`
  const { rows } = await sql<{ limit: number; used: number }>`
    select coalesce(${limit}, 0) as limit, ${used(kind)} as used ${limits} where w.id = ${workspaceId}
  `.execute(db)
  return rows[0] ?? { limit: 0, used: 0 }
}

export type UsageRow = {
  owner_id: number
  status: 'active' | 'closed'
  point: number
  subscription_id: number | null
  payment_type: 'credit_card' | 'monthly' | 'yearly' | null
  start_date: Date | null
  renewal_date: Date | null
  end_date: Date | null
  plan_name: string | null
  minute: number
  storage: number
  chat: number
  editor: number
  viewer: number
  used_minutes: number
  used_bytes: number
  used_chats: number
  editors: number
  viewers: number
  folders: number
}

/**
 * All counts of one workspace in one statement. Seats are counted like in `seatOf`: the owner takes none; managers,
 * members and guests with an editor role are editors; guests with a viewer role are viewers.
 */
export const readUsage = async (db: Db | Trx, workspaceId: number): Promise<UsageRow | undefined> => {
  const { rows } = await sql<UsageRow>`
    select w.owner_id, w.status, w.point, s.id as subscription_id, s.payment_type, s.start_date, s.renewal_date, s.end_date,
      p.name as plan_name, coalesce(p.minute, 0) as minute, coalesce(p.storage, 0) as storage, coalesce(p.chat, 0) as chat,
      coalesce(p.editor, 0) as editor, coalesce(p.viewer, 0) as viewer,
      ${used('minute')} as used_minutes, ${used('storage')} as used_bytes, ${used('chat')} as used_chats,
      seats.editors, seats.viewers,
      (select count(*) from projects f join items i on i.id = f.item_id
        where f.workspace_id = w.id and i.trash_id is null)::integer - 1 as folders
    ${limits}
    cross join lateral (
      select count(*) filter (where highest <= ${ROLE.editor})::integer as editors,
        count(*) filter (where highest = ${ROLE.viewer})::integer as viewers
      from (
        select case when m.role_id in (${ROLE.manager}, ${ROLE.member}) then ${ROLE.editor} else (
          select min(r.role_id) from item_roles r where r.user_id = m.user_id
        ) end as highest
        from workspace_members m where m.workspace_id = w.id and m.role_id <> ${ROLE.owner}
      ) member
    ) seats
    where w.id = ${workspaceId}
  `.execute(db)
  return rows[0]
}

export const insertSubscription = (
  trx: Trx,
  workspaceId: number,
  plan: PlanName,
  renewal: Date | null,
): Promise<unknown> =>
  trx
    .insertInto('subscriptions')
    .columns(['workspace_id', 'plan_id', 'payment_type', 'renewal_date'])
    .expression((eb) =>
      eb
        .selectFrom('plans')
        .select((plans) => [
          plans.val(workspaceId).as('workspace_id'),
          'plans.id',
          plans.val('monthly').as('payment_type'),
          sql<Date | null>`${renewal}::timestamptz`.as('renewal_date'),
        ])
        .where('name', '=', plan),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
