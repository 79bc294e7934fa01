import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, addMonths, type Day, type Month, monthOf } from './days.ts'
import { sumOf } from './lines.ts'
import { owedBy } from './testing/oracle.ts'
import { closeStory, closingDays, story } from './testing/stories.ts'

/** After the last event and after the end of every month that has one. */
const LAST: Day = '2029-07-01'
const RUNS = { numRuns: 150 }

function firstDays(): Day[] {
  const days: Day[] = []
  for (let month: Month = '2027-12-01'; month <= LAST; month = addMonths(month, 1)) days.push(month)
  return days
}

/** The total of the invoices: a credit that is still carried was not paid out. */
function billedBy(closed: ReturnType<typeof closeStory>): number {
  return sumOf(closed.lines) - closed.carried
}

it('the lines of all invoices are what the events owe', () => {
  fc.assert(
    fc.property(story, (told) => {
      expect(billedBy(closeStory(told, firstDays()))).toBe(owedBy(told, monthOf(LAST), LAST))
    }),
    RUNS,
  )
})

it('closing late, or several months in one run, bills the same', () => {
  fc.assert(
    fc.property(story, closingDays, (told, days) => {
      expect(billedBy(closeStory(told, [...days, LAST]))).toBe(owedBy(told, monthOf(LAST), LAST))
    }),
    RUNS,
  )
})

it('a repeated closing adds nothing', () => {
  fc.assert(
    fc.property(story, closingDays, (told, days) => {
      const once = closeStory(told, [...days, LAST])
      const twice = closeStory(told, [...days, ...days, LAST, LAST].toSorted())
      expect(twice).toEqual(once)
    }),
    RUNS,
  )
})

it('the order of stored rows does not matter', () => {
  fc.assert(
    fc.property(story, closingDays, (told, days) => {
      const all = [...days, LAST]
      expect(closeStory(told, all, (items) => items.toReversed())).toEqual(closeStory(told, all))
    }),
    RUNS,
  )
})

it('nothing is negative except credits, and no invoice asks for less than nothing', () => {
  fc.assert(
    fc.property(story, closingDays, (told, days) => {
      const { lines, totals, carried } = closeStory(told, [...days, LAST])
      expect(carried).toBeGreaterThanOrEqual(0)
      for (const { subtotal, total } of totals) expect(Math.min(subtotal, total)).toBeGreaterThanOrEqual(0)
      for (const { kind, amount, quantity } of lines) {
        expect(Number.isSafeInteger(amount)).toBe(true)
        expect(quantity).toBeGreaterThan(0)
        if (!['plan_difference', 'adjustment', 'carried'].includes(kind)) expect(amount).toBeGreaterThan(0)
      }
    }),
    RUNS,
  )
})

it('a day of an open month bills nothing yet', () => {
  fc.assert(
    fc.property(story, (told) => {
      const first = monthOf(told.startDay)
      expect(closeStory(told, [addDays(addMonths(first, 1), -1)]).lines).toEqual([])
    }),
    RUNS,
  )
})
