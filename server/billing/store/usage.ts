// The SQL that compares the usage of a workspace with the limits of its plan.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { CURRENT_MONTH, type LedgerKind } from './ledger.ts'
import { selectSeatCounts } from './seats.ts'

/** Locks the workspace row, so that concurrent usage checks wait for the end of the transaction. */
export async function lockWorkspace(trx: Trx, workspaceId: number): Promise<void> {
  await trx.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
}

const limits = sql`
  from workspaces w
  left join subscriptions s on s.workspace_id = w.id and s.status = 'active'
  left join plans p on p.id = s.plan_id`

/** Storage is what the ledger counts, and the sound of chunks, which exists only while a recording is in processing. */
function used(kind: LedgerKind) {
  return kind === 'storage'
    ? sql`((select coalesce(sum(amount), 0) from usage_ledger where workspace_id = w.id and kind = 'storage')
        + (select coalesce(sum(speech_size), 0) from files
          where files.workspace_id = w.id and files.status in ('uploaded', 'processing')))::bigint`
    : sql`(select coalesce(sum(amount), 0) from usage_ledger where workspace_id = w.id and kind = ${kind}
        and month = ${CURRENT_MONTH})::bigint`
}

const limitOf: Readonly<Record<LedgerKind, ReturnType<typeof sql>>> = {
  minute: sql`p.minute::bigint`,
  chat: sql`p.chat::bigint`,
  storage: sql`p.storage * 1073741824::bigint`,
}

/** Limit and usage of one quota: minutes or chats of this month, or bytes. */
export async function readQuota(db: Db | Trx, workspaceId: number, kind: LedgerKind) {
  const limit = limitOf[kind]
  const { rows } = await sql<{ limit: number; used: number }>`
    select coalesce(${limit}, 0) as limit, ${used(kind)} as used ${limits} where w.id = ${workspaceId}
  `.execute(db)
  return rows[0] ?? { limit: 0, used: 0 }
}

export interface UsageRow {
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

/** All counts of one workspace in one statement. */
export async function readUsage(db: Db | Trx, workspaceId: number): Promise<UsageRow | undefined> {
  const { rows } = await sql<UsageRow>`
    select w.owner_id, w.status, w.point, s.id as subscription_id, s.payment_type, s.start_date, s.renewal_date, s.end_date,
      p.name as plan_name, coalesce(p.minute, 0) as minute, coalesce(p.storage, 0) as storage, coalesce(p.chat, 0) as chat,
      coalesce(p.editor, 0) as editor, coalesce(p.viewer, 0) as viewer,
      ${used('minute')} as used_minutes, ${used('storage')} as used_bytes, ${used('chat')} as used_chats,
      seats.editors, seats.viewers,
      (select count(*) from projects f join items i on i.id = f.item_id
        where f.workspace_id = w.id and i.trash_id is null)::integer - 1 as folders
    ${limits}
    cross join lateral (${selectSeatCounts(sql.ref('w.id'))}) seats
    where w.id = ${workspaceId}
  `.execute(db)
  return rows[0]
}
