import type { Terms } from './store/terms.ts'

type PricedTerms = Pick<
  Terms,
  'plan_id' | 'is_given' | 'trial_ends_at' | 'payment_type' | 'monthly_price' | 'yearly_price' | 'membership_price'
>

/** Yen per month without tax: the yearly or the monthly price of the plan, or that of a membership without a plan. Trials and given plans are free. */
export function monthlyFee(terms: PricedTerms): number {
  if (terms.trial_ends_at !== null || terms.is_given) return 0
  if (terms.plan_id === null) return terms.membership_price
  return (terms.payment_type === 'yearly' ? terms.yearly_price : terms.monthly_price) ?? 0
}
