// The stored facts of contracts, read in batches: terms, closed months, usage and purchases.
import type { Consumable } from '@kaiwa/contract/consumables.ts'
import type { PaymentType } from '@kaiwa/money/contract.ts'
import type { Month } from '@kaiwa/money/days.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/database.ts'
import { PLAN_EACH_TIME } from '../../../platform/database/statement-names.ts'
import { INVOICED_POINTS } from '../../../billing/store/invoiced-points.ts'

export interface PlanColumns {
  plan_name: string | null
  monthly_price: number | null
  yearly_price: number | null
  minute: number | null
  storage: number | null
  chat: number | null
  editor: number | null
  viewer: number | null
}

const planColumns = sql`p.name as plan_name, p.monthly_price, p.yearly_price, p.minute, p.storage, p.chat, p.editor, p.viewer`

export type SubscriptionRow = PlanColumns & {
  id: number
  workspace_id: number
  payment_type: PaymentType
  company_id: number | null
  /** The plan of the start was given by the installation. */
  is_given: boolean
  /** Whether a later contract of the workspace exists, from which credits can be deducted. */
  is_followed: boolean
  start_date: Date
  end_date: Date | null
  membership_price: number
  minute_points: number
  storage_points: number
  chat_points: number
  editor_points: number
  viewer_points: number
}

/**
 * Of the next `limit` subscriptions after an id, those that have an unclosed month before `until`: contracts in force, and
 * the month after the end of a contract. Trials are never closed. `last` is the largest id that was looked at, null at
 * the end.
 */
export async function findUnclosed(db: Db, { until, after, limit }: { until: Month; after: number; limit: number }) {
  const { rows } = await sql<{ ids: number[]; last: number | null }>`
    with page as materialized (
      select id, start_date, end_date, trial_ends_at from subscriptions where id > ${after} order by id limit ${limit}
    ), closed as (
      select subscription_id, max(month) as month from month_closings
      where subscription_id > ${after} and subscription_id <= (select max(id) from page) group by subscription_id
    )
    select (select max(id) from page) as last, array(
      select s.id from page s left join closed on closed.subscription_id = s.id
      where s.trial_ends_at is null and date_trunc('month', s.start_date at time zone 'Asia/Tokyo')::date < ${until}::date
        and coalesce(closed.month, '0001-01-01')
          < least(${until}::date - interval '1 month', date_trunc('month',
            (s.end_date - interval '1 microsecond') at time zone 'Asia/Tokyo') + interval '1 month')
      order by s.id) as ids
  `.execute(db)
  return rows[0] ?? { ids: [], last: null }
}

/** Locks the workspaces of subscriptions, in the order of their ids, so that two closings never wait for each other. */
export async function lockWorkspacesOf(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`
    select lock_workspace(workspace_id) from (
      select distinct workspace_id from subscriptions where id = any(${ids}::integer[]) order by workspace_id
    ) ordered
  `.execute(trx)
}

export async function readSubscriptions(trx: Trx, ids: readonly number[]): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select s.id, s.workspace_id, s.payment_type, s.company_id, s.is_given, s.start_date,
      exists (select from subscriptions f where f.workspace_id = s.workspace_id and f.id > s.id and f.trial_ends_at is null)
        as is_followed, s.end_date, ${planColumns},
      l.membership_price, l.minute_points, l.storage_points, l.chat_points, l.editor_points, l.viewer_points
    from subscriptions s join price_lists l on l.id = s.price_list_id left join plans p on p.id = s.plan_id
    where s.id = any(${ids}::integer[]) order by s.id
  `.execute(trx)
  return rows
}

export type ChangeRow = PlanColumns & {
  subscription_id: number
  from_month: Month
  payment_type: PaymentType
  company_id: number | null
}

export async function readPlanChanges(trx: Trx, ids: readonly number[]): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select c.subscription_id, c.from_month::text, c.payment_type, c.company_id, ${planColumns}
    from plan_changes c left join plans p on p.id = c.plan_id
    where c.subscription_id = any(${ids}::integer[]) and c.deleted_at is null order by c.from_month
  `.execute(trx)
  return rows
}

export interface ClosingRow {
  subscription_id: number
  month: Month
  /** 0 if a later subscription took it. */
  carried: number
}

/** Closed months, earliest first. */
export async function readClosings(trx: Trx, ids: readonly number[]): Promise<ClosingRow[]> {
  const { rows } = await sql<ClosingRow>`${sql.raw(PLAN_EACH_TIME)}
    select subscription_id, month::text, case when taken_by is null then carried else 0 end as carried from month_closings
    where subscription_id = any(${ids}::integer[]) order by month
  `.execute(trx)
  return rows
}

export interface PreviousRow {
  subscription_id: number
  /** The contract of the workspace before this one. */
  previous_id: number
  /** Its credit that no later subscription took. */
  credit: number
}

export async function readPrevious(trx: Trx, ids: readonly number[]): Promise<PreviousRow[]> {
  const { rows } = await sql<PreviousRow>`
    select s.id as subscription_id, previous.id as previous_id, coalesce(last.carried, 0)::bigint as credit
    from subscriptions s
    cross join lateral (select id from subscriptions where workspace_id = s.workspace_id and id < s.id
      and trial_ends_at is null order by id desc limit 1) previous
    left join lateral (select case when taken_by is null then carried else 0 end as carried from month_closings
      where subscription_id = previous.id order by month desc limit 1) last on true
    where s.id = any(${ids}::integer[]) and s.trial_ends_at is null
  `.execute(trx)
  return rows
}

interface MonthAmount {
  subscription_id: number
  month: Month
  amount: number
}

/** Yen of fees, excess and corrections on invoices, by the month that they are for. */
export async function readBilled(trx: Trx, ids: readonly number[]): Promise<MonthAmount[]> {
  const { rows } = await sql<MonthAmount>`${sql.raw(PLAN_EACH_TIME)}
    select i.subscription_id, date_trunc('month', l.from_date)::date::text as month, sum(l.amount)::bigint as amount
    from invoices i join invoice_lines l on l.invoice_id = i.id
    where i.subscription_id = any(${ids}::integer[]) and i.kind = 'invoice' and l.kind not in ('point', 'carried')
    group by 1, 2
  `.execute(trx)
  return rows
}

/** Points that no invoice contains, by the month of their purchase. */
export async function readPurchases(trx: Trx, ids: readonly number[], until: Month): Promise<MonthAmount[]> {
  const { rows } = await sql<MonthAmount>`
    select subscription_id, month::text, sum(point)::bigint as amount from billing_ledger
    where subscription_id = any(${ids}::integer[]) and ${INVOICED_POINTS} and invoice_id is null
      and month < ${until}::date
    group by 1, 2
  `.execute(trx)
  return rows
}

/**
 * The months of usage that the subscription `s` is billed for: from its start, up to the month before the workspace's
 * next subscription starts, because the last subscription of a month has its usage.
 */
function isBilledTo(month: RawBuilder<unknown>, until: Month) {
  return sql`${month} >= date_trunc('month', s.start_date at time zone 'Asia/Tokyo')::date and ${month} < least(${until}::date,
    (select date_trunc('month', min(later.start_date) at time zone 'Asia/Tokyo') from subscriptions later
      where later.workspace_id = s.workspace_id and later.id > s.id))`
}

/** Usage of subscriptions in months before `until`: minutes and chats since their start as sums, storage in bytes and seats by peak. */
export async function readUsage(trx: Trx, ids: readonly number[], until: Month) {
  const { rows } = await sql<MonthAmount & { kind: Consumable }>`
    select s.id as subscription_id, u.month::text, u.kind, u.amount - u.before_start as amount
    from subscriptions s join usage_totals u on u.workspace_id = s.workspace_id and u.kind in ('minute', 'chat')
      and ${isBilledTo(sql`u.month`, until)}
    where s.id = any(${ids}::integer[])
    union all
    select s.id, k.month::text, k.kind, k.amount from subscriptions s
    join usage_peaks k on k.workspace_id = s.workspace_id and ${isBilledTo(sql`k.month`, until)}
    where s.id = any(${ids}::integer[])
  `.execute(trx)
  return rows
}

export interface CustomerRow {
  id: number
  name: string
  department_name: string | null
  contact_name: string
  contact_email: string
  contact_phone: string
  postal_code: string
  prefecture: string
  city: string
  address_1: string
  address_2: string | null
}

export async function readCompanies(trx: Trx, ids: readonly number[]): Promise<CustomerRow[]> {
  return trx
    .selectFrom('companies')
    .select((company) => [
      'id',
      'name',
      'department_name',
      sql<string>`${company.ref('contact_last_name')} || ' ' || ${company.ref('contact_first_name')}`.as(
        'contact_name',
      ),
      'contact_email',
      'contact_phone',
      'postal_code',
      'prefecture',
      'city',
      'address_1',
      'address_2',
    ])
    .where('id', 'in', [0, ...ids])
    .execute()
}

/** Owners of the workspaces of subscriptions: they are the customers of contracts without a company. */
export async function readOwners(trx: Trx, ids: readonly number[]) {
  const { rows } = await sql<{ subscription_id: number; name: string; email: string }>`
    select s.id as subscription_id, concat_ws(' ', u.last_name, u.first_name) as name, u.email
    from subscriptions s join workspaces w on w.id = s.workspace_id join users u on u.id = w.owner_id
    where s.id = any(${ids}::integer[])
  `.execute(trx)
  return rows
}
