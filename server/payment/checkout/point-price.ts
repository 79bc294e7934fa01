import { TAX_PERCENT } from '@kaiwa/money/lines.ts'
import { taxOf } from '@kaiwa/money/tax.ts'

/** Yen with tax for points: one point is one yen without tax. */
export function priceOfPoints(points: number): number {
  return points + taxOf(points, TAX_PERCENT)
}
