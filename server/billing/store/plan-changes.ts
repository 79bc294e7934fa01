// The SQL of planned changes of subscriptions. A change is never edited: the latest decision replaces changes from the
// same or a later month.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Month } from '../months.ts'
import { monthOf } from './instants.ts'

export interface NewChange {
  subscriptionId: number
  fromMonth: Month
  planId: number | null
  paymentType: 'credit_card' | 'monthly' | 'yearly'
  companyId: number | null
  requestedBy: number | null
}

/** Replaces changes that begin in the same month or later. */
export async function insertChange(trx: Trx, change: NewChange): Promise<void> {
  await sql`
    update plan_changes set deleted_at = now()
    where subscription_id = ${change.subscriptionId} and deleted_at is null and from_month >= ${change.fromMonth}
  `.execute(trx)
  await trx
    .insertInto('plan_changes')
    .values({
      subscription_id: change.subscriptionId,
      from_month: change.fromMonth,
      plan_id: change.planId,
      payment_type: change.paymentType,
      company_id: change.companyId,
      requested_by: change.requestedBy,
    })
    .execute()
}

/** Marks changes that have not begun as deleted. Returns false if there was no such change. */
export async function deletePending(trx: Trx, subscriptionId: number, at?: Date): Promise<boolean> {
  const { rows } = await sql`
    update plan_changes set deleted_at = now()
    where subscription_id = ${subscriptionId} and deleted_at is null and from_month > ${monthOf(at)} returning id
  `.execute(trx)
  return rows.length > 0
}

/**
 * Computes the stored types of contracts whose planned change has begun, at most `limit` of them; the trigger of
 * `plan_id` does it. Contracts that are being changed are left for the next call. Returns their number.
 */
export async function updateTypes(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update subscriptions set plan_id = plan_id where id in (
      select id from subscriptions where type_until < 'infinity' and type_until <= ${monthOf()}
      order by id limit ${limit} for update skip locked)
  `.execute(db)
  return Number(numAffectedRows)
}

export interface PendingChange {
  plan_name: string | null
  payment_type: 'credit_card' | 'monthly' | 'yearly'
  from_month: Month
}

/** The change of a subscription that has not begun. */
export async function findPending(db: Db | Trx, subscriptionId: number, at?: Date): Promise<PendingChange | undefined> {
  const { rows } = await sql<PendingChange>`
    select p.name as plan_name, c.payment_type, c.from_month
    from plan_changes c left join plans p on p.id = c.plan_id
    where c.subscription_id = ${subscriptionId} and c.deleted_at is null and c.from_month > ${monthOf(at)}
    order by c.from_month limit 1
  `.execute(db)
  return rows[0]
}
