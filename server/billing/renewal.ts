import { addMonths, type Month, monthInJapan, startOfMonth } from './months.ts'
import type { Terms } from './store/terms.ts'

const CONTRACT_MONTHS = 12

/**
 * When a plan that began in the month renews next after the instant. It runs for twelve calendar months in Japan, the
 * first one included, and renews by twelve.
 */
export function renewalAfter(firstMonth: Month, instant: Date): Date {
  const present = monthInJapan(instant)
  let renewal = addMonths(firstMonth, CONTRACT_MONTHS)
  while (renewal <= present) renewal = addMonths(renewal, CONTRACT_MONTHS)
  return startOfMonth(renewal)
}

/** The end of a contract that is cancelled at the instant: a membership ends with the month in Japan, a plan at its renewal. */
export function cancellationEnd(
  { plan_id: planId, year_from: from }: Pick<Terms, 'plan_id' | 'year_from'>,
  at: Date,
): Date {
  return planId === null ? startOfMonth(addMonths(monthInJapan(at), 1)) : renewalAfter(from, at)
}
