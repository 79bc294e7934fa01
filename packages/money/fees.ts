// The fee that an invoice of a month contains. It depends on the terms up to that month and on the end of the contract
// only, so a late closing gives the same lines.
import { type Contract, contractYear, isInForce, monthlyFee, type Terms, termsIn, upToEnd } from './contract.ts'
import { addMonths, type Day, daysIn, daysLeft, lastDayOf, type Month, monthOf, monthsBetween } from './days.ts'
import { type Line, TAX_PERCENT } from './lines.ts'

/** Yen of a month: the first one is charged by its days, the first day included, rounded down. */
function feeOf(contract: Contract, terms: Terms, month: Month): number {
  const fee = monthlyFee(contract, terms)
  if (month !== monthOf(contract.startDay)) return fee
  return Math.floor((fee * daysLeft(contract.startDay)) / daysIn(month))
}

/** True if a yearly invoice of an earlier month contains the month. */
function isPaidAhead(contract: Contract, month: Month): boolean {
  const before = addMonths(month, -1)
  return (
    isInForce(contract, before) &&
    termsIn(contract, before).paymentType === 'yearly' &&
    contractYear(contract, before) === contractYear(contract, month)
  )
}

function firstDay({ startDay }: Contract, month: Month): Day {
  return month === monthOf(startDay) ? startDay : month
}

interface Period {
  /** Last month of the service. */
  to: Month
  quantity: number
  unitPrice: number
  amount: number
}

/**
 * Fee lines of a month. Monthly and by card: the month. Yearly: the rest of the contract's year where it begins or where
 * the contract becomes yearly, up to the end of the contract. Where the terms of a paid year change, the difference of its remaining months.
 */
export function feeLines(contract: Contract, month: Month): Line[] {
  if (!isInForce(contract, month)) return []
  const terms = termsIn(contract, month)
  const fee = monthlyFee(contract, terms)
  const lastOfYear = upToEnd(contract, addMonths(contractYear(contract, month), 11))
  const remaining = monthsBetween(month, lastOfYear) + 1
  const line = (kind: Line['kind'], { to, ...values }: Period): Line => ({
    kind,
    planName: terms.plan?.name ?? null,
    from: firstDay(contract, month),
    to: lastDayOf(to),
    taxPercent: TAX_PERCENT,
    ...values,
  })
  const kind = terms.plan ? 'plan' : 'membership'
  const ofMonth = line(kind, { to: month, quantity: 1, unitPrice: fee, amount: feeOf(contract, terms, month) })
  const lines: Line[] = []
  if (isPaidAhead(contract, month)) {
    const paid = monthlyFee(contract, termsIn(contract, addMonths(month, -1)))
    const unitPrice = (terms.paymentType === 'yearly' ? fee : 0) - paid
    const amount = unitPrice * remaining
    lines.push(line('plan_difference', { to: lastOfYear, quantity: remaining, unitPrice, amount }))
    if (terms.paymentType !== 'yearly') lines.push(ofMonth)
  } else if (terms.paymentType === 'yearly') {
    const amount = ofMonth.amount + fee * (remaining - 1)
    lines.push(line(kind, { to: lastOfYear, quantity: remaining, unitPrice: fee, amount }))
  } else lines.push(ofMonth)
  return lines.filter(({ amount }) => amount !== 0)
}
