import type { Usage } from '@kaiwa/contract/billing.ts'

/**
 * Whether the workspace may analyse more than the minutes that are left of its plan: a plan by card always, others while
 * they have points. The server decides whether the points suffice for a recording.
 */
export function canExceedMinutes(usage: Usage, points: number): boolean {
  const { subscription_id: id, subscription, flags, remain } = usage
  if (id === null || !flags.analyze) return false
  // Beyond the limit, and still possible.
  if (remain.minute === 0) return true
  return subscription?.payment_type === 'credit_card' || (subscription?.plan.name !== 'trial' && points > 0)
}
