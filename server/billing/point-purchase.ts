import type { CurrentPayment } from '@kaiwa/contract/payment.ts'
import { payerNow } from './gate.ts'
import type { PayerTerms } from './payer.ts'

/** How points can be bought; null for a plan by card, a trial, and while suspended. */
export function pointPurchaseOf(
  terms: (PayerTerms & { suspended_at: Date | null }) | undefined,
): CurrentPayment['point_purchase'] {
  if (!terms || payerNow(terms) !== 'points') return null
  return terms.plan_id === null ? 'checkout' : 'invoice'
}
