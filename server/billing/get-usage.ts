import type { getUsage as contract, Quotas, Usage } from '@kaiwa/contract/billing.ts'
import type { Db } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import { limitsOf } from './gate.ts'
import { eachKind } from './points/points.ts'
import { flagsOf, leftNow, ZERO_QUOTAS, quotasOf, remaining, usedOf } from './quotas.ts'
import { renewalAfter } from './renewal.ts'
import { findPriceList, type PriceList } from './store/price-lists.ts'
import type { Terms } from './store/terms.ts'
import { readUsage, type UsageRow } from './store/usage.ts'

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

/** When a plan renews next; null for a trial, a membership without a plan and a contract that ends before. */
export function renewalOf(terms: Terms, now: Date): Date | null {
  if (terms.plan_id === null || terms.trial_ends_at !== null || terms.end_date !== null) return null
  return renewalAfter(terms.year_from, now)
}

function subscriptionOf(terms: Terms | null, now: Date): Usage['subscription'] {
  if (!terms || terms.plan_name === null) return null
  return {
    plan: { name: terms.plan_name, ...quotasOf(limitsOf(terms)) },
    payment_type: terms.payment_type,
    start_date: terms.start_date.toISOString(),
    renewal_date: iso(renewalOf(terms, now)),
    end_date: iso(terms.end_date ?? terms.trial_ends_at),
  }
}

/** Limits of the price list's basic plan. */
function basicQuotas(prices: Terms | PriceList): Quotas {
  return quotasOf(eachKind((kind) => prices[`basic_${kind}`]))
}

/** Points used in the month. */
function usedPoints(row: UsageRow): Quotas {
  return {
    storage: row.spent_storage,
    minute: row.spent_minute,
    editor: row.spent_editor,
    viewer: row.spent_viewer,
    chat: row.spent_chat,
  }
}

async function usageWithoutWorkspace(db: Db): Promise<Usage> {
  return {
    subscription_id: null,
    is_workspace_owner: false,
    total_project: 0,
    is_suspended: false,
    chat: 0,
    subscription: null,
    remain: ZERO_QUOTAS,
    use_point: ZERO_QUOTAS,
    basic_plan: basicQuotas(await findPriceList(db)),
    flags: flagsOf(() => 0),
  }
}

/** Usage of the actor's workspace, with the row it was computed from. */
export async function usageOf(
  db: Db,
  actor: { id: number; workspaceId: number | null },
): Promise<{ usage: Usage; row: UsageRow | undefined }> {
  const row = actor.workspaceId === null ? undefined : await readUsage(db, actor.workspaceId)
  if (!row) return { usage: await usageWithoutWorkspace(db), row }
  const { terms } = row
  const usage: Usage = {
    subscription_id: terms?.subscription_id ?? null,
    is_workspace_owner: row.owner_id === actor.id,
    total_project: row.folders,
    is_suspended: terms !== null && terms.suspended_at !== null,
    chat: row.used_chats,
    subscription: subscriptionOf(terms, row.now),
    remain: remaining(quotasOf(limitsOf(terms)), usedOf(row)),
    use_point: usedPoints(row),
    basic_plan: basicQuotas(terms ?? (await findPriceList(db))),
    flags: flagsOf((kind) => leftNow(row, kind)),
  }
  return { usage, row }
}

export const getUsage: Handler<typeof contract> = async (_input, { app, actor }) => (await usageOf(app.db, actor)).usage
