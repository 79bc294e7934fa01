// Terms of a subscription: the plan, payment type, company and prices that hold in a month. They are those of the last
// planned change up to that month, otherwise those of the subscription.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Month } from '../months.ts'
import { instantOf, monthOf } from './instants.ts'

export interface Terms {
  subscription_id: number
  workspace_id: number
  status: 'active' | 'finished' | 'terminated'
  start_date: Date
  /** First month of the years of the plan: that of the start, or of the last change to a plan from none or a given one. */
  year_from: Month
  end_date: Date | null
  trial_ends_at: Date | null
  suspended_at: Date | null
  payment_type: 'credit_card' | 'monthly' | 'yearly'
  company_id: number | null
  /** The plan was given by the installation: it has no fee. A plan change ends it. */
  is_given: boolean
  /** Null for a membership without a plan: its limits are those of the price list's basic plan. */
  plan_id: number | null
  plan_name: string | null
  plan_description: string | null
  /** Yen per month without tax; null without a plan. */
  monthly_price: number | null
  yearly_price: number | null
  minute: number
  storage: number
  chat: number
  editor: number
  viewer: number
  price_list_id: number
  membership_price: number
  minute_points: number
  storage_points: number
  chat_points: number
  editor_points: number
  viewer_points: number
  basic_minute: number
  basic_storage: number
  basic_chat: number
  basic_editor: number
  basic_viewer: number
}

/** Subscriptions `s` with the terms of a month, to be followed by a condition. `s.` columns stay available. */
export function termsFrom(month: RawBuilder<Month>): RawBuilder<unknown> {
  return sql`
  from subscriptions s
  join price_lists l on l.id = s.price_list_id
  left join lateral (
    select id, plan_id, payment_type, company_id from plan_changes
    where subscription_id = s.id and deleted_at is null and from_month <= ${month}
    order by from_month desc limit 1
  ) c on true
  left join plans p on p.id = case when c.id is null then s.plan_id else c.plan_id end
  cross join lateral (
    select max(from_month) filter (where plan_id is not null and before is null and from_month <= ${month}) as month
    from (select from_month, plan_id, lag(plan_id, 1, case when s.is_given then null else s.plan_id end)
        over (order by from_month) as before
      from plan_changes where subscription_id = s.id and deleted_at is null) change
  ) begun`
}

/** The columns of `Terms` over `termsFrom`. */
export const currentTerms = sql<Terms>`
  s.id as subscription_id, s.workspace_id, s.status, s.start_date,
  coalesce(begun.month, date_trunc('month', s.start_date at time zone 'Asia/Tokyo')::date) as year_from, s.end_date, s.trial_ends_at, s.suspended_at,
  coalesce(c.payment_type, s.payment_type) as payment_type,
  case when c.id is null then s.company_id else c.company_id end as company_id,
  (s.is_given and c.id is null) as is_given,
  p.id as plan_id, p.name as plan_name, p.description as plan_description, p.monthly_price, p.yearly_price,
  coalesce(p.minute, l.basic_minute) as minute, coalesce(p.storage, l.basic_storage) as storage,
  coalesce(p.chat, l.basic_chat) as chat, coalesce(p.editor, l.basic_editor) as editor,
  coalesce(p.viewer, l.basic_viewer) as viewer,
  l.id as price_list_id, l.membership_price, l.minute_points, l.storage_points, l.chat_points, l.editor_points,
  l.viewer_points, l.basic_minute, l.basic_storage, l.basic_chat, l.basic_editor, l.basic_viewer`

/** Whether the subscription `s` is in force: no job has to end it. */
export function isInForce(at?: Date): RawBuilder<boolean> {
  return sql<boolean>`(s.status = 'active' and coalesce(s.trial_ends_at, 'infinity') > ${instantOf(at)}
    and coalesce(s.end_date, 'infinity') > ${instantOf(at)})`
}

/** The terms of a subscription in the month of the instant, whether or not it is in force. */
export async function termsOf(db: Db | Trx, subscriptionId: number, at?: Date): Promise<Terms | undefined> {
  const { rows } = await sql<Terms>`
    select ${currentTerms} ${termsFrom(monthOf(at))} where s.id = ${subscriptionId}
  `.execute(db)
  return rows[0]
}

/** The terms of the workspace's subscription that is in force; undefined without one. */
export async function findTerms(db: Db | Trx, workspaceId: number, at?: Date): Promise<Terms | undefined> {
  const { rows } = await sql<Terms>`
    select ${currentTerms} ${termsFrom(monthOf(at))} where s.workspace_id = ${workspaceId} and ${isInForce(at)}
  `.execute(db)
  return rows[0]
}
