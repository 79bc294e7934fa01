import { TAX_PERCENT } from './lines.ts'
import { taxOf } from './tax.ts'

/** Yen with tax for points: one point is one yen without tax. */
export function priceOfPoints(points: number): number {
  return points + taxOf(points, TAX_PERCENT)
}
