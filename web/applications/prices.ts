import type { Plan } from '@kaiwa/contract/plans.ts'

/** Kinds of limits in the order in which they are shown. */
export const LIMIT_KINDS = ['minute', 'storage', 'chat', 'editor', 'viewer'] as const

/** Yen per month without tax under this payment type. */
export function monthlyFee({ monthly_price, yearly_price }: Plan, paymentType: string): number {
  return paymentType === 'yearly' ? yearly_price : monthly_price
}
