// The content of the invoice of a month. The amount due is a function of all stored events up to the closing, minus what
// earlier invoices contain: a late, repeated or split closing gives the same sum.
import { type Contract, isInForce, type PaymentType, termsIn } from './contract.ts'
import { addMonths, type Day, lastDayOf, type Month, monthOf } from './days.ts'
import { excessLines, type MonthUsage } from './excess.ts'
import { feeLines } from './fees.ts'
import { type Line, sumOf, TAX_PERCENT } from './lines.ts'
import { taxOf, totalsOf, type Totals } from './tax.ts'

/** A purchase of points that is paid on an invoice. */
export interface PointPurchase {
  month: Month
  point: number
}

/** The stored data of a contract at the closing of a month. */
export interface Facts {
  usage: ReadonlyMap<Month, MonthUsage>
  /** Purchases up to the month that no invoice contains. */
  purchases: readonly PointPurchase[]
  /** Yen of fees, excess and corrections that earlier invoices contain, by the month that they are for. */
  billed: ReadonlyMap<Month, number>
  /** Months before this one that are closed. */
  closedMonths: readonly Month[]
  /** Yen without tax that the customer is owed from earlier months. */
  carried: number
}

export interface ClosedMonth {
  /** Null if there is nothing to bill. */
  invoice: { lines: Line[]; totals: Totals; paymentType: PaymentType } | null
  /** A credit of 10,000 yen or more with tax that began in this month, as the lines of a return invoice. */
  credit: { lines: Line[]; totals: Totals } | null
  /** Yen without tax that the customer is owed after this month. */
  carried: number
}

/** Credits below this amount with tax need no return invoice. */
export const MIN_RETURN = 10_000

/** Fees and excess of a month, by the events that are stored now. */
export function dueLines(contract: Contract, month: Month, usage: MonthUsage = {}): Line[] {
  return [...feeLines(contract, month), ...excessLines(contract, month, usage)]
}

function pointLines(month: Month, purchases: readonly PointPurchase[]): Line[] {
  const points = new Map<Month, number>()
  for (const { month: bought, point } of purchases)
    if (bought <= month) points.set(bought, (points.get(bought) ?? 0) + point)
  return [...points]
    .filter(([, point]) => point !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([bought, point]) => simpleLine('point', bought, { quantity: point, unitPrice: 1, amount: point }))
}

function simpleLine(
  kind: Line['kind'],
  month: Month,
  values: { from?: Day; quantity: number; unitPrice: number; amount: number },
): Line {
  return { kind, planName: null, from: month, to: lastDayOf(month), taxPercent: TAX_PERCENT, ...values }
}

function single(kind: Line['kind'], month: Month, amount: number): Line {
  return simpleLine(kind, month, { quantity: 1, unitPrice: amount, amount })
}

/** Corrections of closed months: what is due for each by now, minus what is billed for it. */
function corrections(contract: Contract, { usage, billed, closedMonths }: Facts): Line[] {
  return closedMonths
    .toSorted()
    .map((month) => {
      const difference = sumOf(dueLines(contract, month, usage.get(month))) - (billed.get(month) ?? 0)
      return single('adjustment', month, difference)
    })
    .filter(({ amount }) => amount !== 0)
}

/**
 * Closes a month. All its lines are on one invoice; if they are a credit, a `carried` line makes its sum 0, and the
 * next invoice deducts it.
 */
export function closeMonth(contract: Contract, month: Month, facts: Facts): ClosedMonth {
  const lines = [
    ...dueLines(contract, month, facts.usage.get(month)),
    ...pointLines(month, facts.purchases),
    ...corrections(contract, facts),
  ]
  if (lines.length === 0) return { invoice: null, credit: null, carried: facts.carried }
  const own = sumOf(lines)
  if (facts.carried > 0) lines.push(single('carried', addMonths(month, -1), -facts.carried))
  const carried = Math.max(0, -sumOf(lines))
  if (carried > 0) lines.push(single('carried', month, carried))
  const returned = Math.max(0, -own)
  const isReturned = returned + taxOf(returned, TAX_PERCENT) >= MIN_RETURN
  const returnLines = isReturned ? [single('carried', month, -returned)] : []
  return {
    invoice: { lines, totals: totalsOf(lines), paymentType: termsIn(contract, month).paymentType },
    credit: isReturned ? { lines: returnLines, totals: totalsOf(returnLines) } : null,
    carried,
  }
}

/**
 * The months before `until` that are not closed: those in force, and the one after the end, which bills what was stored
 * after the last month had closed.
 */
export function monthsToClose(contract: Contract, until: Month, closed: readonly Month[]): Month[] {
  const done = new Set(closed)
  const months: Month[] = []
  const first = monthOf(contract.startDay)
  for (let month = first; month < until; month = addMonths(month, 1)) {
    if (!done.has(month)) months.push(month)
    if (!isInForce(contract, month)) break
  }
  return months
}
