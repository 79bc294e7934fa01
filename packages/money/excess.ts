import { CONSUMABLES, type Consumable } from '@kaiwa/contract/consumables.ts'
import { type Contract, isInForce, termsIn } from './contract.ts'
import { lastDayOf, type Month, monthOf } from './days.ts'
import { type Line, TAX_PERCENT } from './lines.ts'

/** Usage of a month: minutes and chats as sums, storage in bytes and seats by the month's peak. */
export type MonthUsage = Readonly<Partial<Record<Consumable, number>>>

const GB = 1_073_741_824

/** Whole units beyond a limit: storage is given in bytes and counts whole GB, rounded up. */
export function unitsBeyond(kind: Consumable, used: number, limit: number): number {
  return Math.max(0, (kind === 'storage' ? Math.ceil(used / GB) : used) - limit)
}

/** The charges of a plan by card for usage beyond its limits; none for other contracts, which spend points. */
export function excessLines(contract: Contract, month: Month, usage: MonthUsage): Line[] {
  if (!isInForce(contract, month)) return []
  const { plan, paymentType, isCharged } = termsIn(contract, month)
  if (!plan || !isCharged || paymentType !== 'credit_card') return []
  return CONSUMABLES.map((kind): Line => {
    const quantity = unitsBeyond(kind, usage[kind] ?? 0, plan.limits[kind])
    const unitPrice = contract.unitPrices[kind]
    return {
      kind,
      planName: plan.name,
      from: month === monthOf(contract.startDay) ? contract.startDay : month,
      to: lastDayOf(month),
      quantity,
      unitPrice,
      amount: quantity * unitPrice,
      taxPercent: TAX_PERCENT,
    }
  }).filter(({ amount }) => amount !== 0)
}
