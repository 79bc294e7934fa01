// Whether a row of the purchase history gives money or points back. Its name depends on that.
import type { PaymentHistory } from './payment.ts'

/** True if money or points went back: a refund, points that were taken away, or used points that came back. */
export function isReturned({
  billing_type: type,
  money,
  point,
}: Pick<PaymentHistory, 'billing_type' | 'money' | 'point'>): boolean {
  return type === 'use_point' ? point > 0 : money < 0 || point < 0
}
