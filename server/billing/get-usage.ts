import type { getUsage as contract, Usage } from '@kaiwa/contract/billing.ts'
import type { Db } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import { flagsOf, ZERO_QUOTAS, quotasOf, remaining, usedOf } from './quotas.ts'
import { areSeatsCharged } from './seats.ts'
import { readUsage, type UsageRow } from './store/usage.ts'

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

function subscriptionOf(row: UsageRow): Usage['subscription'] {
  return row.plan_name === null || row.payment_type === null || row.start_date === null
    ? null
    : {
        plan: { name: row.plan_name, ...quotasOf(row) },
        payment_type: row.payment_type,
        start_date: row.start_date.toISOString(),
        renewal_date: iso(row.renewal_date),
        end_date: iso(row.end_date),
      }
}

const withoutWorkspace: Usage = {
  subscription_id: null,
  is_workspace_owner: false,
  total_project: 0,
  chat: 0,
  subscription: null,
  remain: ZERO_QUOTAS,
  use_point: ZERO_QUOTAS,
  basic_plan: ZERO_QUOTAS,
  flags: flagsOf(ZERO_QUOTAS),
}

/**
 * Usage of the actor's workspace, with the row it was computed from. No feature consumes points yet, so the used points
 * are 0.
 */
export async function usageOf(
  db: Db,
  actor: { id: number; workspaceId: number | null },
): Promise<{ usage: Usage; row: UsageRow | undefined }> {
  const row = actor.workspaceId === null ? undefined : await readUsage(db, actor.workspaceId)
  if (!row) return { usage: withoutWorkspace, row }
  const remain = remaining(quotasOf(row), usedOf(row))
  const usage: Usage = {
    subscription_id: row.subscription_id,
    is_workspace_owner: row.owner_id === actor.id,
    total_project: row.folders,
    chat: row.used_chats,
    subscription: subscriptionOf(row),
    remain,
    use_point: ZERO_QUOTAS,
    basic_plan: ZERO_QUOTAS,
    flags: flagsOf(remain, areSeatsCharged(row)),
  }
  return { usage, row }
}

export const getUsage: Handler<typeof contract> = async (_input, { app, actor }) => (await usageOf(app.db, actor)).usage
