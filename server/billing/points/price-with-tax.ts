const TAX_PERCENT = 10

/** Yen with tax for points: one point is worth one yen without tax. Tax is rounded down. */
export function priceWithTax(point: number): number {
  return point + Math.floor((point * TAX_PERCENT) / 100)
}
