import holidays from '@holiday-jp/holiday_jp'
import type { Day } from '@kaiwa/money/days.ts'

/** Whether a day is a public holiday in Japan. */
export function isHolidayInJapan(day: Day): boolean {
  return Object.hasOwn(holidays.holidays, day)
}
