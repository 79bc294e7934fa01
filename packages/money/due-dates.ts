import type { PaymentType } from './contract.ts'
import { addDays, addMonths, type Day, lastDayOf, type Month, monthOf, weekdayOf } from './days.ts'

/**
 * Day on which the invoice of a month is due: by card the 1st of the next month, otherwise the end of the following
 * month. An invoice that is issued later is due on its day of issue, or at the end of that month.
 */
export function dueDate(paymentType: PaymentType, month: Month, issued: Day): Day {
  const next = addMonths(month, 1)
  if (paymentType === 'credit_card') return issued > next ? issued : next
  const issuedMonth = monthOf(issued)
  return lastDayOf(issuedMonth > next ? issuedMonth : next)
}

/** Whether a day is a public holiday in Japan. */
export type IsHoliday = (day: Day) => boolean

export function isBusinessDay(day: Day, isHoliday: IsHoliday): boolean {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !isHoliday(day)
}

/** The `count`th business day after the day. */
export function addBusinessDays(day: Day, count: number, isHoliday: IsHoliday): Day {
  let found = day
  for (let left = count; left > 0; ) {
    found = addDays(found, 1)
    if (isBusinessDay(found, isHoliday)) left -= 1
  }
  return found
}

/** Business days after the end of a month within which its invoice is mailed. */
const MAIL_DAYS = 2

/** Last day on which the invoice of a month is mailed in time. */
export function mailDeadline(month: Month, isHoliday: IsHoliday): Day {
  return addBusinessDays(lastDayOf(month), MAIL_DAYS, isHoliday)
}
