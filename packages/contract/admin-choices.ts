// Filter values of the lists of the console, without the schema library, because pages import them.
import type { RequestStatus } from './applications.ts'
import type { PaymentHistory } from './payment.ts'

/** The keys of a record that must have all values of a type. */
function everyOne<T extends string>(values: Readonly<Record<T, true>>): readonly T[] {
  return Object.keys(values) as T[]
}

/** `reason` of E_FORBIDDEN for callers of operations of operators. */
export const OPERATOR_REASONS = {
  /** The caller is no operator. */
  operator: 'operator',
  /** In server mode, an operator must set up two-factor authentication first. */
  twoFactor: 'two-factor',
} as const

/** Actions of operators in the audit log. */
export const OPERATOR_ACTIONS = [
  'operator.add',
  'operator.remove',
  'user.update',
  'user.enable',
  'user.disable',
  'user.reset-login',
  'point.add',
  'request.approve',
  'request.reject',
  'request.resend',
  'request.withdraw',
  'subscription.change',
  'subscription.business',
  'subscription.delete-change',
  'subscription.cancel',
  'subscription.restore',
  'invoice.paid',
] as const

/** `closed`: the workspace of the user was closed. */
export const USER_STATUSES = ['enabled', 'disabled', 'closed'] as const

export const REQUEST_STATUS_CHOICES = everyOne<RequestStatus>({
  created: true,
  'wait-setup': true,
  approved: true,
  rejected: true,
})

export const SUBSCRIPTION_STATUSES = ['active', 'finished', 'terminated'] as const

export const INVOICE_STATUSES = ['pending', 'paid', 'failed'] as const

export const BILLING_TYPE_CHOICES = everyOne<PaymentHistory['billing_type']>({
  payment_auto: true,
  payment_invoice: true,
  payment_invoice_credit_card: true,
  purchase_point: true,
  give_point: true,
  use_point: true,
})
