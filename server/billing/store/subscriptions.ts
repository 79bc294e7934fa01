// The SQL of subscriptions.
import type { PlanName } from '@kaiwa/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { instantOf, monthOf } from './instants.ts'
import { isInForce } from './terms.ts'

/** True if a subscription of the workspace is in force; without one, nothing new can be created in it. */
export async function isSubscribed(db: Db | Trx, workspaceId: number, at?: Date): Promise<boolean> {
  const { rows } = await sql`
    select from subscriptions s where s.workspace_id = ${workspaceId} and ${isInForce(at)}
  `.execute(db)
  return rows.length > 0
}

/** The price list of new subscriptions. */
function priceListAt(at?: Date): RawBuilder<number> {
  return sql<number>`(select id from price_lists where valid_from <= ${monthOf(at)} order by valid_from desc limit 1)`
}

/** Whether the owner has used minutes or chats in the trial of another workspace, which is closed by now. */
export async function hasUsedTrial(trx: Trx, workspaceId: number): Promise<boolean> {
  const { rows } = await sql<{ has_used: boolean }>`
    select exists (
      select from workspaces w join workspaces former on former.owner_id = w.owner_id and former.id <> w.id
      join subscriptions s on s.workspace_id = former.id and s.trial_ends_at is not null
      join usage_totals t on t.workspace_id = former.id and t.kind in ('minute', 'chat') and t.amount > 0
      where w.id = ${workspaceId}) as has_used
  `.execute(trx)
  return rows[0]?.has_used === true
}

/**
 * Subscribes a workspace to the version of the plan that is sold now: a trial, or a plan that the installation gives
 * without a fee.
 */
export async function insertSubscription(
  trx: Trx,
  workspaceId: number,
  plan: PlanName,
  renewal: Date | null,
): Promise<void> {
  await sql`
    insert into subscriptions (workspace_id, plan_id, payment_type, renewal_date, price_list_id, trial_ends_at, is_given)
    select ${workspaceId}::integer, p.id, 'monthly', ${renewal}::timestamptz, l.id,
      case when p.audience = 'trial' then now() + make_interval(days => l.trial_days) end, p.audience <> 'trial'
    from plans p cross join price_lists l
    where l.id = ${priceListAt()} and p.name = ${plan} and p.valid_from <= ${monthOf()}
    order by p.valid_from desc limit 1
  `.execute(trx)
}

export interface NewSubscription {
  workspaceId: number
  planId: number | null
  paymentType: 'credit_card' | 'monthly' | 'yearly'
  companyId: number | null
  renewal: Date | null
  at: Date | undefined
}

export async function insertContract(trx: Trx, subscription: NewSubscription): Promise<number> {
  const { workspaceId, planId, paymentType, companyId, renewal, at } = subscription
  const { rows } = await sql<{ id: number }>`
    insert into subscriptions (workspace_id, plan_id, payment_type, start_date, renewal_date, price_list_id, company_id)
    values (${workspaceId}, ${planId}, ${paymentType}, ${instantOf(at)}, ${renewal}, ${priceListAt(at)}, ${companyId})
    returning id
  `.execute(trx)
  const [row] = rows
  if (!row) throw new Error('a subscription was not inserted')
  return row.id
}

export interface ContractState {
  id: number
  workspace_id: number
  end_date: Date | null
  trial_ends_at: Date | null
  is_in_force: boolean
}

/** The subscription with status `active`, in force or not. */
export async function findActive(trx: Trx, workspaceId: number, at?: Date): Promise<ContractState | undefined> {
  const { rows } = await sql<ContractState>`
    select s.id, s.workspace_id, s.end_date, s.trial_ends_at, ${isInForce(at)} as is_in_force
    from subscriptions s where s.workspace_id = ${workspaceId} and s.status = 'active'
  `.execute(trx)
  return rows[0]
}

export async function findSubscription(trx: Trx, id: number, at?: Date): Promise<ContractState | undefined> {
  const { rows } = await sql<ContractState>`
    select s.id, s.workspace_id, s.end_date, s.trial_ends_at, ${isInForce(at)} as is_in_force
    from subscriptions s where s.id = ${id}
  `.execute(trx)
  return rows[0]
}

/** Finishes a subscription. A trial that is replaced before its end ends at the instant. */
export async function finishSubscription(trx: Trx, id: number, at?: Date): Promise<void> {
  await sql`
    update subscriptions set status = 'finished', end_date = coalesce(end_date, least(trial_ends_at, ${instantOf(at)}))
    where id = ${id} and status = 'active'
  `.execute(trx)
}

/**
 * Finishes all subscriptions whose end has passed; returns their workspaces. The limits do not depend on it: an ended
 * subscription is not in force.
 */
export async function finishEnded(trx: Trx, at?: Date): Promise<number[]> {
  const { rows } = await sql<{ workspace_id: number }>`
    update subscriptions s set status = 'finished', end_date = coalesce(end_date, trial_ends_at)
    where s.status = 'active' and not ${isInForce(at)} returning workspace_id
  `.execute(trx)
  return rows.map(({ workspace_id }) => workspace_id)
}

/** Returns false unless the subscription is active. */
export async function setEnd(trx: Trx, id: number, end: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('subscriptions')
    .set({ end_date: end })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps the instant of the first suspension. */
export async function updateSuspension(trx: Trx, id: number, isSuspended: boolean): Promise<void> {
  await sql`
    update subscriptions set suspended_at = ${isSuspended ? sql`coalesce(suspended_at, now())` : sql`null`}
    where id = ${id}
  `.execute(trx)
}

/** Ends the subscriptions of a workspace that is being closed. The caller holds the lock of the workspace. */
export async function unsubscribe(trx: Trx, workspaceId: number): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ status: 'terminated', end_date: sql`least(end_date, now())` })
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .execute()
}

/** The database's clock, for rules that are written in TypeScript. */
export async function readInstant(db: Db | Trx, at?: Date): Promise<Date> {
  if (at !== undefined) return at
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}
