import type { Consumable } from '@kaiwa/contract/consumables.ts'
import type { Day } from './days.ts'

export type LineKind = 'plan' | 'membership' | Consumable | 'point' | 'plan_difference' | 'adjustment' | 'carried'

/** A line of an invoice. Amounts are yen without tax. */
export interface Line {
  kind: LineKind
  planName: string | null
  /** First and last day of the service, both included. */
  from: Day
  to: Day
  quantity: number
  unitPrice: number
  /** Not always quantity × unit price: a first month is charged by its days. */
  amount: number
  taxPercent: number
}

export const TAX_PERCENT = 10

export function sumOf(lines: readonly { amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}
