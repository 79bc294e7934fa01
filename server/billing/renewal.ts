import { addMonths, type Month, monthInJapan, startOfMonth } from './months.ts'

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
