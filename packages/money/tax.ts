import { type Line, sumOf } from './lines.ts'

export interface TaxRate {
  percent: number
  /** Yen without tax. */
  base: number
  tax: number
}

export interface Totals {
  subtotal: number
  tax: number
  total: number
  rates: TaxRate[]
}

/** Tax is rounded once per rate, towards zero, so that a credit has the tax of the amount that it returns. */
export function taxOf(base: number, percent: number): number {
  // Adding 0 turns the -0 of a small credit into 0.
  return Math.trunc((base * percent) / 100) + 0
}

/** Sums of an invoice with the tax of each rate, highest rate first. */
export function totalsOf(lines: readonly Pick<Line, 'amount' | 'taxPercent'>[]): Totals {
  const percents = [...new Set(lines.map(({ taxPercent }) => taxPercent))].toSorted((a, b) => b - a)
  const rates = percents.map((percent) => {
    const base = sumOf(lines.filter(({ taxPercent }) => taxPercent === percent))
    return { percent, base, tax: taxOf(base, percent) }
  })
  const subtotal = sumOf(lines)
  const tax = rates.reduce((sum, rate) => sum + rate.tax, 0)
  return { subtotal, tax, total: subtotal + tax, rates }
}
