import { type AdminSubscription, SUBSCRIPTION_TYPE } from '@kaiwa/contract/admin-subscriptions.ts'
import { cancellationEnd } from '../../billing/renewal.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { presentContact } from '../users/present-user.ts'

/** Actions are offered on contracts that are in force; a contract with an end is one whose cancellation was requested. */
export function presentSubscription(row: SubscriptionRow): AdminSubscription {
  const { change, is_in_force: isActive } = row
  const isTrial = row.trial_ends_at !== null
  const hasEnd = row.end_date !== null
  const isBusiness = row.audience === 'business'
  const canCancel = isActive && !isTrial && !hasEnd
  return {
    id: row.subscription_id,
    status: row.status,
    type: isBusiness ? SUBSCRIPTION_TYPE.business : SUBSCRIPTION_TYPE.personal,
    plan: row.plan_id === null ? null : { id: row.plan_id, name: row.plan_name ?? '' },
    payment_type: row.payment_type,
    company: row.company,
    change_plan: change && {
      plan_id: change.plan_id,
      plan_name: change.plan_name,
      payment_type: change.payment_type,
      company: change.company,
      from: new Date(change.starts).toISOString(),
    },
    owner: presentContact(row.owner),
    start_date: row.start_date.toISOString(),
    end_date: row.end_date?.toISOString() ?? null,
    end_on_cancellation: canCancel ? cancellationEnd(row, row.read_at).toISOString() : null,
    trial_ends_at: row.trial_ends_at?.toISOString() ?? null,
    is_suspended: row.suspended_at !== null,
    can: {
      change_plan: isActive && !isTrial && !hasEnd,
      change_to_business: isActive && !isTrial && !hasEnd && (!isBusiness || row.company_id === null),
      delete_change: isActive && change !== null,
      cancel: canCancel,
      restore: isActive && hasEnd,
    },
  }
}
