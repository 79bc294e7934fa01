// How a contract pays for what exceeds its limits (decision 125).
import type { Terms } from './store/terms.ts'

/**
 * `points`: plans by invoice and memberships without a plan. `yen`: plans by card, on the invoice of the month. `none`: a
 * trial or no subscription, which cannot exceed the limits.
 */
export type Payer = 'points' | 'yen' | 'none'

export type PayerTerms = Pick<Terms, 'plan_id' | 'payment_type' | 'trial_ends_at'>

export function payerOf(terms: PayerTerms | undefined): Payer {
  if (!terms || terms.trial_ends_at !== null) return 'none'
  return terms.plan_id !== null && terms.payment_type === 'credit_card' ? 'yen' : 'points'
}
