/** Percent of tax on points. */
const TAX_PERCENT = 10

/** Yen with tax for points: one point is one yen without tax; the tax is rounded down. */
export function priceOfPoints(points: number): number {
  return points + Math.floor((points * TAX_PERCENT) / 100)
}
